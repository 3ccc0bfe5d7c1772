# find_package(tare): the target tare::tare, wherever this folder was moved to.
get_filename_component(tare_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET tare::tare)
  add_library(tare::tare SHARED IMPORTED)
  set_target_properties(tare::tare PROPERTIES
    IMPORTED_LOCATION "${tare_prefix}/lib/libtare.so"
    IMPORTED_NO_SONAME TRUE
    INTERFACE_INCLUDE_DIRECTORIES "${tare_prefix}/include")
endif()
