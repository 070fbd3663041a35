import { byRoom } from '@bolsillo/contract'
import { staff as contracts } from '@bolsillo/contracts/messages/staff/es-ES'
import { words as parts } from '@bolsillo/ui/words/es-ES'
import type { Bundle, Words } from '@bolsillo/web-kit'
import { purposesOf } from '../purposes.ts'
import { messages as core } from '../words/es-ES.ts'

const rooms = byRoom(
  import.meta.glob<Words>('../../../{platform,products,rails}/*/messages/es-ES.ts', {
    eager: true,
    import: 'messages',
  }),
)
const purposes = purposesOf(
  import.meta.glob('../../../{platform,products}/*/messages/purposes/es-ES.ts', { eager: true, import: 'purposes' }),
)

/** Every room's words, and those of the parts, in one chunk. */
export const bundle = {
  core,
  ...rooms,
  // Acts of a room are named without a dash.
  push: rooms['web-push'] ?? {},
  contracts: { ...rooms.contracts, ...contracts },
  purposes,
} satisfies Bundle
export { parts }
