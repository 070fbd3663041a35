import type { ReplyOf } from '@bolsillo/contract'
import { DateTime } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { readDocument } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

/** What changed of a document, with the date of each change. */
export function DocumentNews({ news }: { readonly news: ReplyOf<typeof readDocument>['history'] }) {
  const t = useWords<Messages>('legal')
  const lines = [
    ...news.texts,
    ...news.facts.map(({ at, label, value }) => ({ at, text: t('changed', { label, value }) })),
  ].toSorted((one, other) => other.at - one.at)
  return (
    <ul className="flex flex-col gap-2 text-14">
      {lines.map(({ at, text }) => (
        <li key={`${at} ${text}`} className="[overflow-wrap:anywhere]">
          <span className="block text-12 text-second">
            <DateTime at={at} shows="date" />
          </span>
          {text}
        </li>
      ))}
    </ul>
  )
}
