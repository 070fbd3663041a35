import type { ReplyOf } from '@bolsillo/contract'
import { Amount, DateTime, ListRow, Section, useUi } from '@bolsillo/ui'
import { href, useCall, useWords } from '@bolsillo/web-kit'
import { listHolds } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { assetDecimals, assetName, entryTitle, purseName } from './entry-words.ts'

type Hold = ReplyOf<typeof listHolds>['rows'][number]

/** Everything set aside, with what it is for; an order's leads to the order. Nothing when nothing is. */
export function HoldsCard() {
  const t = useWords<Messages>('ledger')
  const { data } = useCall(listHolds, {})
  if (data === undefined || data.rows.length === 0) return null
  return (
    <Section title={t('assets.heldTitle')}>
      {data.rows.map((hold) => (
        <Row key={hold.holdId} hold={hold} />
      ))}
    </Section>
  )
}

function Row({ hold }: { readonly hold: Hold }) {
  const t = useWords<Messages>('ledger')
  const { style } = useUi()
  const isShare = hold.asset.startsWith('STK:')
  const target = addressOf(hold)
  return (
    <ListRow
      title={entryTitle(t, hold, style)}
      note={
        <>
          <DateTime at={hold.at} /> · {purseName(t, hold.purse)}
        </>
      }
      aside={
        <>
          <Amount
            value={hold.remaining}
            decimals={assetDecimals(hold.asset)}
            {...(isShare ? {} : { currency: hold.asset })}
          />
          {isShare && ` ${assetName(t, hold.asset)}`}
        </>
      }
      {...(target === undefined ? {} : { href: target })}
    />
  )
}

const orderPages = {
  stock: '/pages/stock/order',
  coin: '/pages/coin/order',
  contract: '/pages/coin/contractOrder',
} as const

/** Where what holds the money is shown. */
function addressOf({ reference, purse }: Hold): string | undefined {
  const [what, id = ''] = reference.split(':')
  if (what === 'order') return href(orderPages[purse], { orderId: id })
  // To an offering of shares.
  if (what === 'application') return href('/pages/stockIPO/ipoOrder', { id })
  // What a deposit is set aside for is a limit.
  if (what === 'deposit') return '/pages/user/limits'
  return what === 'withdrawal' ? '/pages/withdraw/withdrawRecord' : undefined
}
