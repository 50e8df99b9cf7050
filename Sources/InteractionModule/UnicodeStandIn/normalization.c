// Stand-ins for Unicode's tables of normalization, which take a tenth of the module: a text in it
// equals only a text of the same code points. ASCII, and so every name, needs no tables.

#include <stdint.h>

uint16_t _swift_stdlib_getNormData(uint32_t scalar) { return 0; }
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar) { return 0; }
uint32_t _swift_stdlib_getComposition(uint32_t first, uint32_t second) { return UINT32_MAX; }
const uint8_t *_swift_stdlib_nfd_decompositions = 0;
