import { readStored, writeStored } from '@bolsillo/web-kit'
import { plainHead, readPlainHead, type WitnessLine } from '../../domain/index.ts'

const storedName = 'journalHead'

/** Where the last head this device was shown is kept: the same for all who use it, because the journal is. */
export interface HeadMemory {
  readonly read: () => WitnessLine | undefined
  readonly write: (head: WitnessLine) => void
  /** Whether the first head it ever kept was kept since this page was opened. Left out: no. */
  readonly isNew?: () => boolean
}

let isNew = false

/** The browser's own storage. A stored value that is no head counts as absent. */
export const storedHead: HeadMemory = {
  read: () => {
    const text = readStored(storedName)
    if (text === '') return undefined
    try {
      const fields: unknown = JSON.parse(text)
      return typeof fields === 'object' && fields !== null ? readPlainHead({ ...fields }) : undefined
    } catch {
      return undefined
    }
  },
  write: (head) => {
    isNew ||= readStored(storedName) === ''
    writeStored(storedName, JSON.stringify(plainHead(head)))
  },
  isNew: () => isNew,
}
