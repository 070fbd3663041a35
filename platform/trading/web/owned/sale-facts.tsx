import {
  Amount,
  Change,
  DefinitionList,
  everyDecimal,
  type FactProps,
  Note,
  Section,
  signOf,
  useSaid,
} from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import { netOf, type SaleTexts, saleOf } from '../../domain/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { ResultStep, type ResultStepProps } from '../result-step.tsx'
import type { ShownOrder, ShownOrderDetails } from '../shown-order.ts'
import type { TradingProduct } from '../trading-product.ts'

/** The outcome of an order for a share or a coin; of a sale with what came in net and what was gained. */
export function OrderResult(props: Omit<ResultStepProps, 'comesTo'> & { readonly product: TradingProduct }) {
  const { product, ...shown } = props
  const { result } = shown
  const placed = result === 'unknown' ? undefined : result
  const isSale = placed !== undefined && isSold(placed.order)
  const found = useCall(product.calls.one, { orderId: placed?.order.orderId ?? '' }, { enabled: isSale })
  const factsOf = useSaleFacts()
  if (!isSale) return <ResultStep {...shown} />
  // What came in is known from the order itself; what it had cost follows in a moment.
  const { gross, net, gained } = factsOf(placed.order, gainedBy(found.data), found.data === undefined)
  return <ResultStep {...shown} comesTo={[placed.fills.length > 1 ? gross : undefined, net, ...gained]} />
}

/** What a sale brought and gained; nothing of a purchase. */
export function SaleSection({ data }: { readonly data: ShownOrderDetails }) {
  const t = useWords<Messages>('trading')
  const said = useSaid()
  const factsOf = useSaleFacts()
  const { order } = data
  if (!isSold(order)) return null
  const sale = gainedBy(data)
  const { gross, fee, vat, net, gained } = factsOf(order, sale, false)
  const note =
    sale === undefined
      ? t('sale.exchanged')
      : sale.cost.length === 0 && sale.unknown !== undefined
        ? t('sale.unknown')
        : sale.result === undefined
          ? t('sale.otherMoney')
          : t('sale.basis')
  return (
    <Section title={t('sale.title')} pad="normal">
      <DefinitionList facts={[gross, fee, vat, net, ...gained]} />
      <Note className="mt-2">{note}</Note>
      {sale?.unknown !== undefined && sale.cost.length > 0 && (
        <Note className="mt-1">{t('sale.partly', { quantity: said.quantity(sale.unknown) })}</Note>
      )}
    </Section>
  )
}

/** Whether an order sold something. */
export function isSold({ side, filledQuantity }: Pick<ShownOrder, 'side' | 'filledQuantity'>): boolean {
  return side === 'sell' && signOf(filledQuantity) !== 0
}

function gainedBy(data: ShownOrderDetails | undefined): SaleTexts | undefined {
  return data?.sale === undefined ? undefined : saleOf(data.order.currency, data.fills, data.sale.parts)
}

interface SaleFacts {
  readonly gross: FactProps
  readonly fee: FactProps
  readonly vat: FactProps
  readonly net: FactProps
  /** What it had cost and what was gained; nothing where that is not known. */
  readonly gained: readonly FactProps[]
}

/** The lines of a sale. `isPending`: what it had cost is on its way, and its lines are kept free. */
function useSaleFacts(): (order: ShownOrder, sale: SaleTexts | undefined, isPending: boolean) => SaleFacts {
  const t = useWords<Messages>('trading')
  return (order, sale, isPending) => {
    const { currency } = order
    const line = (label: string, value: string | undefined, code = currency): FactProps => ({
      label,
      value: <Amount value={value} currency={code} decimals={everyDecimal} />,
    })
    const result = sale?.result
    const word = result === undefined ? 'result' : (['loss', 'even', 'gain'] as const)[signOf(result) + 1]
    const gain: FactProps = {
      label: t(`sale.${word ?? 'result'}`),
      value: <Change value={result} currency={currency} decimals={everyDecimal} percent={sale?.resultPercent} />,
      strong: true,
    }
    const costs = sale?.cost.map((cost) => line(t('sale.cost'), cost.amount, cost.currency)) ?? []
    return {
      gross: line(t('sale.gross'), order.filledAmount),
      fee: line(t('order.fee'), order.fee),
      vat: line(t('order.vat'), order.vat),
      net: { ...line(t('sale.net'), netOf(order)), strong: true },
      gained: isPending ? [line(t('sale.cost'), undefined), gain] : [...costs, ...(result === undefined ? [] : [gain])],
    }
  }
}
