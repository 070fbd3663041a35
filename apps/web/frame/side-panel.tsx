import { hot, indices } from '@bolsillo/stocks/contract'
import { Section, SkeletonRows } from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import { LiveRow } from '../pages/home/live-row.tsx'
import type { Messages } from '../words/es-ES.ts'

const refreshMs = 60_000
const rowsEach = 8

/** Beside the column on wide screens: the market at a glance, quietly. */
export default function SidePanel() {
  const t = useWords<Messages>('core')
  const lists = [
    { title: t('home.indices'), reply: useCall(indices, {}, { everyMs: refreshMs }), rows: 6 },
    {
      title: t('home.hot'),
      reply: useCall(hot, { stockCountry: 'IN', limit: rowsEach }, { everyMs: refreshMs }),
      rows: rowsEach,
    },
    {
      title: t('home.hotUs'),
      reply: useCall(hot, { stockCountry: 'US', limit: rowsEach }, { everyMs: refreshMs }),
      rows: rowsEach,
    },
  ]
  return (
    <div className="grid gap-3">
      <h2 className="sr-only">{t('home.panelTitle')}</h2>
      {lists.map(({ title, reply, rows }) => (
        <Section key={title} title={title}>
          {reply.data === undefined ? (
            <SkeletonRows rows={rows} spark />
          ) : (
            reply.data.rows.slice(0, rows).map((row) => <LiveRow key={row.symbol} row={row} />)
          )}
        </Section>
      ))}
    </div>
  )
}
