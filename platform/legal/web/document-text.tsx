import type { ReplyOf } from '@bolsillo/contract'
import { DateTime, Note } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { readDocument } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

type Read = ReplyOf<typeof readDocument>
type Block = { readonly kind: 'text' | 'list'; readonly lines: readonly string[] }

const bullet = '- '

/** Paragraphs, and the lines of each list together. */
function blocksOf(lines: readonly string[]): readonly Block[] {
  const blocks: { kind: Block['kind']; lines: string[] }[] = []
  for (const line of lines) {
    const kind = line.startsWith(bullet) ? 'list' : 'text'
    const last = blocks.at(-1)
    if (kind === 'list' && last?.kind === 'list') last.lines.push(line.slice(bullet.length))
    else blocks.push({ kind, lines: [kind === 'list' ? line.slice(bullet.length) : line] })
  }
  return blocks
}

/** A document: its version, what is missing of it, and its sections. Its words are text only, whoever wrote them. */
export function DocumentText({ document }: { readonly document: Read }) {
  const t = useWords<Messages>('legal')
  const { version, at, missing, sections } = document
  return (
    <div className="flex flex-col gap-4">
      <p className="text-13 text-second">
        {t('version', { version })} · {t('since')} <DateTime at={at} shows="date" />
      </p>
      {missing.length > 0 && (
        <Note icon={TriangleAlert}>
          <b className="font-medium">{t('missingTitle')}. </b>
          {t('missing', { facts: missing.map(({ label }) => label).join(', ') })}
        </Note>
      )}
      {sections.map(({ key, title, lines }) => (
        <section key={key} className="flex flex-col gap-1.5">
          <h2 className="text-15">{title}</h2>
          {blocksOf(lines).map((block) =>
            block.kind === 'text' ? (
              <p key={block.lines[0]} className="text-14 text-second leading-relaxed [overflow-wrap:anywhere]">
                {block.lines[0]}
              </p>
            ) : (
              <ul
                key={block.lines[0]}
                className="flex list-disc flex-col gap-1 pl-5 text-14 text-second leading-relaxed"
              >
                {block.lines.map((line) => (
                  <li key={line} className="[overflow-wrap:anywhere]">
                    {line}
                  </li>
                ))}
              </ul>
            ),
          )}
        </section>
      ))}
    </div>
  )
}
