# What is installed, in two components: cli (the program) and dev (the library), and the packages made of them.

set(generated ${CMAKE_CURRENT_BINARY_DIR}/generated)
set(roofline_generated "")

# A text that the program itself writes: roofline_generated_file(what file commands that finish it...)
function(roofline_generated_file what file)
  add_custom_command(OUTPUT ${generated}/${file}
                     COMMAND ${CMAKE_COMMAND} -E make_directory ${generated}
                     COMMAND roofline_program generate ${what} > ${generated}/${what}
                     ${ARGN}
                     DEPENDS roofline_program VERBATIM)
  set(roofline_generated ${roofline_generated} ${generated}/${file} PARENT_SCOPE)
endfunction()

foreach(shell IN ITEMS bash zsh fish)
  roofline_generated_file(${shell} ${shell})
endforeach()
find_program(GZIP gzip)
if(GZIP) # without its time stamp, as Debian asks
  roofline_generated_file(man man.gz COMMAND ${GZIP} -9nf ${generated}/man)
else()
  roofline_generated_file(man man)
endif()
add_custom_target(roofline_texts ALL DEPENDS ${roofline_generated})

install(TARGETS roofline_program RUNTIME COMPONENT cli)
install(FILES ${generated}/bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        RENAME roofline COMPONENT cli)
install(FILES ${generated}/zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions
        RENAME _roofline COMPONENT cli)
install(FILES ${generated}/fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
        RENAME roofline.fish COMPONENT cli)
install(FILES ${generated}/man$<$<BOOL:${GZIP}>:.gz> DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
        RENAME roofline.1$<$<BOOL:${GZIP}>:.gz> COMPONENT cli)
install(DIRECTORY hardware/ DESTINATION ${CMAKE_INSTALL_DATADIR}/roofline/hardware COMPONENT cli)
install(FILES README.md src/package/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/roofline COMPONENT cli)

set(config ${CMAKE_INSTALL_LIBDIR}/cmake/roofline)
install(TARGETS roofline EXPORT rooflineTargets ARCHIVE COMPONENT dev)
install(DIRECTORY include/roofline DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
install(EXPORT rooflineTargets NAMESPACE roofline:: DESTINATION ${config} COMPONENT dev)
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/rooflineConfig.cmake @ONLY CONTENT
[[include(${CMAKE_CURRENT_LIST_DIR}/rooflineTargets.cmake)
]])
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/rooflineConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/rooflineConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/rooflineConfigVersion.cmake
        DESTINATION ${config} COMPONENT dev)
install(FILES src/package/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libroofline-dev COMPONENT dev)

# The way up from the .pc file, so that the tree can be moved.
file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" up "${up}")
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/roofline.pc @ONLY CONTENT
[[prefix=${pcfiledir}/@up@
includedir=${prefix}/@CMAKE_INSTALL_INCLUDEDIR@
libdir=${prefix}/@CMAKE_INSTALL_LIBDIR@

Name: roofline
Description: @PROJECT_DESCRIPTION@
Version: @PROJECT_VERSION@
Cflags: -I${includedir}
Libs: -L${libdir} -lroofline
]])
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/roofline.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)

# -------------------------------------------------------------------------------------------------------- packages

# cmake --build build --target package: a tarball of all, roofline_*.deb and libroofline-dev_*.deb (under /usr). With
# SOURCE_DATE_EPOCH set, the same sources give the same bytes.
set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_NAME roofline)
set(CPACK_PACKAGE_VENDOR "")
set(CPACK_PACKAGE_CONTACT "roofline developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "how fast machine-learning work can run, and what binds it")
string(TOLOWER "roofline-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}" CPACK_PACKAGE_FILE_NAME)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL cli dev)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_CLI_PACKAGE_NAME roofline)
set(CPACK_DEBIAN_CLI_PACKAGE_SECTION science)
set(CPACK_DEBIAN_CLI_DESCRIPTION "Compute, memory and the wires between chips: which one
limits a matrix product, and to what time? Answers from one line, each number
traced to a formula and a source.")
if(NOT ROOFLINE_STATIC)
  set(CPACK_DEBIAN_CLI_PACKAGE_SHLIBDEPS ON)
endif()
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libroofline-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_DESCRIPTION "The C++ library: static, with its headers and its files
for CMake and pkg-config.")
include(CPack)
