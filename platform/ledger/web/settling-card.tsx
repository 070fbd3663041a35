import type { ReplyOf } from '@bolsillo/contract'
import { Amount, formatDay, ListRow, Note, Section } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import Info from 'lucide-react/icons/info'
import type { readAssets } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

/** Money of sales that settles on a later day: part of what there is, said apart. Nothing when all has settled. */
export function SettlingCard({ settling }: { readonly settling: ReplyOf<typeof readAssets>['settling'] }) {
  const t = useWords<Messages>('ledger')
  if (settling.length === 0) return null
  return (
    <Section title={t('assets.settling')}>
      {settling.map(({ asset, amount, on }) => (
        <ListRow
          key={`${on} ${asset}`}
          quiet
          title={t('assets.settlesOn', { day: formatDay(on) })}
          aside={<Amount value={amount} currency={asset} />}
        />
      ))}
      <Note icon={Info} className="border-hair border-t py-3">
        {t('assets.settlingText')}
      </Note>
    </Section>
  )
}
