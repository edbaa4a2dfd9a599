# find_package(verbatim): targets verbatim::fp (no dependency).
include("${CMAKE_CURRENT_LIST_DIR}/verbatim-targets.cmake")
