# Every public header compiles alone. Run as
#   cmake -D ROOT=<source folder> -D COMPILER=<c++> -P headers.cmake
cmake_minimum_required(VERSION 3.25)
file(GLOB_RECURSE headers RELATIVE ${ROOT}/include ${ROOT}/include/*.hpp)
set(faults "")
foreach(header IN LISTS headers)
  execute_process(COMMAND ${COMPILER} -std=c++20 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -fsyntax-only
                          -x c++ -include ${ROOT}/include/${header} -I ${ROOT}/include /dev/null
                  RESULT_VARIABLE failed ERROR_VARIABLE output)
  if(failed)
    string(APPEND faults "${header}:\n${output}\n")
  endif()
endforeach()
list(LENGTH headers count)
if(faults OR count LESS 20)
  message(FATAL_ERROR "headers (${count}):\n${faults}")
endif()
message(STATUS "${count} headers compile alone")
