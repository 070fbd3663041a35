import {
  BookPanel,
  InstrumentChart,
  InstrumentSkeleton,
  type LoadCandles,
  QuoteHeader,
  TapePanel,
  useQuote,
} from '@bolsillo/market/web'
import { OwnPanel, useOwnOnChart } from '@bolsillo/trading/web'
import { Button, Loaded, PageFrame, Tabs } from '@bolsillo/ui'
import type { ChartOrder } from '@bolsillo/ui/chart'
import { useCall, useWords } from '@bolsillo/web-kit'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { contractOrders, multiple, type WireContract, type WireContractPosition } from '../contract.ts'
import type { TriggerKind } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { addresses, chartOf } from './addresses.ts'
import { decimalsOf, tickerOf } from './contract-figures.ts'
import { ExitSheet } from './exit-sheet.tsx'
import { MarkLine } from './mark-line.tsx'
import { PositionCard } from './position-card.tsx'
import { RulesPanel } from './rules-panel.tsx'
import { shownOrder } from './shown.ts'
import { useAccount } from './use-account.ts'
import { useContractSaid } from './use-contract-said.ts'

const ContractTicket = lazy(() =>
  import('./ticket/contract-ticket-sheet.tsx').then((sheet) => ({ default: sheet.ContractTicket })),
)
const PositionSheet = lazy(() => import('./position-sheet.tsx').then((sheet) => ({ default: sheet.PositionSheet })))

const panels = ['book', 'tape', 'orders', 'rules'] as const
type Panel = (typeof panels)[number]
const ordersMax = 20

export interface ChartPageProps {
  readonly symbol: string
  /** The app's call for candles: they are the market's, not this room's. */
  readonly load: LoadCandles
}

/** A contract's chart with its mark, index and funding, the position's own lines, book, tape, orders and rules. */
export default function ChartPage({ symbol, load }: ChartPageProps) {
  const found = useCall(multiple, { symbol })
  const frame = (content: ReactNode) => (
    <PageFrame title={tickerOf(symbol)} flush>
      {content}
    </PageFrame>
  )
  const skeleton = frame(<InstrumentSkeleton />)
  return (
    <Loaded of={found} skeleton={skeleton} frame={frame}>
      {({ rows }) => (rows[0] === undefined ? skeleton : <Chart key={symbol} contract={rows[0]} load={load} />)}
    </Loaded>
  )
}

function Chart({ contract, load }: { readonly contract: WireContract; readonly load: LoadCandles }) {
  const t = useWords<Messages>('contracts')
  const { symbol } = contract
  const ticker = tickerOf(symbol)
  const decimals = decimalsOf(contract.tick)
  const quote = useQuote(symbol, undefined)
  const { data, signedIn } = useAccount()
  const position = data?.rows.find((row) => row.symbol === symbol)
  const orders = useCall(contractOrders, { symbol, filter: 'all', limit: ordersMax }, { enabled: signedIn })
  const shown = useMemo(() => orders.data?.rows.map((order) => shownOrder(order)), [orders.data])
  const own = useOwnOnChart(shown, undefined)
  const lines = usePositionLines(position)
  const [panel, setPanel] = useState<Panel>('book')
  const [side, setSide] = useState<'buy' | 'sell'>()
  const [opened, setOpened] = useState(false)
  const [dragged, setDragged] = useState<{ readonly kind: TriggerKind; readonly price: string }>()
  const all = useMemo(() => [...own.lines, ...lines], [own.lines, lines])
  return (
    <PageFrame
      title={ticker}
      flush
      footer={
        <div className="grid grid-cols-2 gap-3">
          <Button kind="sell" onClick={() => setSide('sell')}>
            {t('sides.short')}
          </Button>
          <Button kind="buy" onClick={() => setSide('buy')}>
            {t('sides.long')}
          </Button>
        </div>
      }
    >
      <QuoteHeader name={contract.name} decimals={decimals} quote={quote} alwaysOpen />
      <div className="px-4 pb-3">
        <MarkLine symbol={symbol} decimals={decimals} />
      </div>
      <InstrumentChart
        symbol={symbol}
        ticker={ticker}
        decimals={decimals}
        volumeDecimals={decimalsOf(contract.lot)}
        dayZone="UTC"
        load={load}
        orders={all}
        fills={own.marks}
        onMoved={(id, price) => {
          const kind = (['take-profit', 'stop-loss'] as const).find((one) => one === id)
          if (kind !== undefined) setDragged({ kind, price })
        }}
      />
      {position !== undefined && (
        <div className="bg-page px-4 py-3">
          <PositionCard position={position} onOpen={() => setOpened(true)} />
        </div>
      )}
      <Tabs
        className="border-page border-t-8"
        label={t('market.panels')}
        choices={panels.map((value) => ({
          value,
          label: t(`market.${value}`),
          ...(value === 'orders' ? { count: own.open } : {}),
        }))}
        value={panel}
        onChange={setPanel}
        panelId="kline-panel"
      />
      <div id="kline-panel" role="tabpanel" className="min-h-64 flex-1 bg-card">
        {panel === 'book' && <BookPanel symbol={symbol} decimals={decimals} />}
        {panel === 'tape' && <TapePanel symbol={symbol} decimals={decimals} />}
        {panel === 'orders' && <OwnPanel orders={shown} ticker={ticker} back={chartOf(symbol)} addresses={addresses} />}
        {panel === 'rules' && <RulesPanel contract={contract} />}
      </div>
      <Suspense fallback={null}>
        {side !== undefined && <ContractTicket symbol={symbol} side={side} onClose={() => setSide(undefined)} />}
        {opened && position !== undefined && data !== undefined && (
          <PositionSheet position={position} account={data.account} onClose={() => setOpened(false)} />
        )}
      </Suspense>
      {dragged !== undefined && position !== undefined && (
        <ExitSheet
          key={`${dragged.kind} ${dragged.price}`}
          kind={dragged.kind}
          price={dragged.price}
          position={position}
          contract={contract}
          onDone={() => setDragged(undefined)}
        />
      )}
    </PageFrame>
  )
}

/** Entry, liquidation and exits of a position as lines of the chart; exits may be dragged. */
function usePositionLines(position: WireContractPosition | undefined): readonly ChartOrder[] {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  return useMemo(() => {
    if (position === undefined) return []
    const side = position.side === 'long' ? ('buy' as const) : ('sell' as const)
    const line = (id: string, label: string, price: string, tone: ChartOrder['side']): ChartOrder => ({
      id,
      label: `${label} · ${said.price(price)}`,
      price,
      side: tone,
    })
    const { liquidationPrice } = position
    return [
      line('entry', `${t(`sides.${position.side}`)} ${said.quantity(position.size)}`, position.entryPrice, side),
      ...(liquidationPrice === undefined
        ? []
        : [line('liquidation', t('positions.liquidation'), liquidationPrice, 'sell')]),
      ...position.triggers.map((trigger) => ({
        ...line(
          trigger.kind,
          t(trigger.kind === 'take-profit' ? 'exits.profit' : 'exits.loss'),
          trigger.price,
          trigger.kind === 'take-profit' ? 'buy' : 'sell',
        ),
        movable: true,
      })),
    ]
  }, [position, t])
}
