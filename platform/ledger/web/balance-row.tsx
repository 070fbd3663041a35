import type { ReplyOf } from '@bolsillo/contract'
import { Amount, currencySymbol, formatDecimal, Icon, ListRow, useUi } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { readAssets } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { assetDecimals, assetName } from './entry-words.ts'

export type Balance = ReplyOf<typeof readAssets>['balances'][number]

/** One currency or coin: what there is, and what of it is available and set aside. */
export function BalanceRow({ balance, onOpen }: { readonly balance: Balance; readonly onOpen: () => void }) {
  const t = useWords<Messages>('ledger')
  const { style } = useUi()
  const { asset, available, holds } = balance
  const decimals = assetDecimals(asset)
  const write = (value: string): string => formatDecimal(value, style, { decimals })
  const note = holds === 0 ? t('assets.allAvailable') : t('assets.held', { available: write(available) })
  return (
    <ListRow
      lead={<CurrencyMark asset={asset} />}
      title={assetName(t, asset)}
      note={note}
      aside={<Amount value={balance.posted} decimals={decimals} />}
      asideNote={<Icon of={ChevronRight} size={18} className="inline-block text-faint" />}
      chevron={false}
      onClick={onOpen}
    />
  )
}

/** The currency's sign on a tile, as instruments have their monogram. */
function CurrencyMark({ asset }: { readonly asset: string }) {
  const tone = asset === 'MXN' ? 'bg-[color-mix(in_srgb,var(--ok)_12%,transparent)] text-ok' : 'bg-wash text-brand'
  return (
    <span
      className={`grid size-9 shrink-0 place-items-center rounded-[11px] font-strong text-12 ${tone}`}
      aria-hidden="true"
    >
      {currencySymbol(asset)}
    </span>
  )
}
