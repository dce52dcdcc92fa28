// `roofline model` asked for what cannot be: one line that says why, and nothing else.

#include <string>

#include "support/catch.hpp"
#include "support/cli.hpp"
#include "support/errors.hpp"

using support::has;
using support::run;

TEST_CASE("questions about models that cannot be answered") {
  struct Row {
    const char *asked, *says;
  };
  for (const Row& row : {
           Row{"", "model needs a config.json or a name"},
           Row{"llama-3-8b --phase decode --context 8192", "a time needs --chip"},
           Row{"llama-3-8b --phase decode --chip h100", "model needs --context"},
           Row{"llama-3-8b --phase decod --context 8 --chip h100", "did you mean decode?"},
           Row{"llama-3-8b --new-tokens 8", "--new-tokens goes with --phase"},
           Row{"llama-3-8b --phase decode --context 8 --new-tokens 9 --chip h100", "more than the context"},
           Row{"llama-3-8b --phase decode --context 8 --tp 3 --chip h100", "--tp 3: 32 query heads do not divide"},
           Row{"llama-3-8b --phase decode --context 8 --tp 64 --chip h100", "--tp 64"},
           Row{"llama-3-8b --phase decode --context 8 --tp 0 --chip h100", "at least 1"},
           Row{"llama-3-8b --phase decode --context 8 --batch 0 --chip h100", "at least 1"},
           Row{"mixtral-8x7b --phase decode --context 8 --tp 4 --ep 3 --chip h100", "--ep 3 is none of 1, --tp (4)"},
           Row{"llama-3-8b --tp 2 --ep 2", "--ep 2: the model has no experts"},
           Row{"llama-3-8b --requests 4x0 --chip h100", "'4x0' is not COUNTxCACHED+NEW"},
           Row{"llama-3-8b --requests 4x0+1 --batch 3 --chip h100", "--requests says it too"},
           Row{"llama-3-8b --reserve 100% --chip h100", "less than 100%"},
           Row{"llama-3-8b --mla expanded --phase decode --context 8 --chip h100", "no latent attention"},
           Row{"deepseek-v3 --mla expanded", "--mla goes with --phase"},
           Row{"llama-3-8b --logits all --phase decode --context 8 --chip h100", "--logits goes with prefill"},
           Row{"llama-3-8b --requests 1x0+8,0x1+1 --chip h100", "'0x1+1': must be at least 1"},
           Row{"llama-3-8b --requests 1x0+8 --chip h100 --solve batch", "--requests says batch and context too"},
           Row{"llama-3-8b --tp 2097152 --context 8 --phase decode --chip h100", "more than 1048576 chips"},
           Row{"llama-3-8b --by op --phase decode --context 8,9 --chip h100", "--by shows one row in text"},
           Row{"deepseek-v3 --phase decode --context 8 --chip h200 --mla sometimes",
               "none of auto, absorbed or expanded"},
           Row{"llama-3-8", "did you mean llama-3-8b?"},
           Row{"llama-3-8b gpt", "model takes one model"},
           Row{"./no-such-file.json", "no-such-file.json"},
       }) {
    const support::Outcome answer = run(std::string("model ") + row.asked);
    CAPTURE(row.asked, answer.err);
    CHECK(answer.exit == 2);
    CHECK(has(answer.err, row.says));
    CHECK(answer.out.empty());
  }
}
