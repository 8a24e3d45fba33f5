; What the runtime is made of.

        include "number.asm"
        include "arithmetic.asm"
        include "real.asm"
        include "function.asm"
