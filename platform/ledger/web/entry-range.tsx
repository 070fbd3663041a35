import type { z } from '@bolsillo/contract'
import { DateTime } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { entryRange } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

/** Which entries a balance is the sum of, and from when until when they were made. */
export function EntryRange({ of }: { readonly of: z.output<typeof entryRange> }) {
  const t = useWords<Messages>('ledger')
  return (
    <p className="mt-2 text-12 text-second">
      {t('books.range', { from: of.from.seq, to: of.to.seq })}
      <span className="block">
        <DateTime at={of.from.at} shows="second" /> – <DateTime at={of.to.at} shows="second" />
      </span>
    </p>
  )
}
