import { type LoadCandles, type QuoteHeaderProps, useListed, useQuote } from '@bolsillo/market/web'
import { snapToTick } from '@bolsillo/trading/domain'
import type { Messages as TradingMessages } from '@bolsillo/trading/messages/es-ES'
import {
  InstrumentPage,
  LoadedInstrument,
  MoveSheet,
  type OwnedHere,
  ordersOnChart,
  type ShownOrder,
  useOrderPassword,
} from '@bolsillo/trading/web'
import { hiddenFigure, useMasked } from '@bolsillo/ui'
import type { ChartOrder } from '@bolsillo/ui/chart'
import { useAction, useCall, useWords } from '@bolsillo/web-kit'
import { lazy, useMemo, useState } from 'react'
import {
  activePositions,
  contractOrders,
  contractTicket,
  multiple,
  replaceContractOrder,
  type WireContract,
  type WireContractPosition,
} from '../contract/index.ts'
import type { TriggerKind } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { addresses, tickerOf } from './addresses.ts'
import { decimalsOf, ticksOf, trimmed } from './contract-figures.ts'
import { MarkLine } from './mark-line.tsx'
import { ExitSheet } from './position/exit-sheet.tsx'
import { PositionCard } from './position/position-card.tsx'
import { useOpenedPosition } from './position/use-opened-position.ts'
import { RulesPanel } from './rules-panel.tsx'
import { shownOrder } from './shown.ts'
import { useAccount } from './use-account.ts'
import { useContractSaid } from './use-contract-said.ts'

const ContractTicket = lazy(() =>
  import('./ticket/contract-ticket-sheet.tsx').then((sheet) => ({ default: sheet.ContractTicket })),
)
const PositionSheet = lazy(() =>
  import('./position/position-sheet.tsx').then((sheet) => ({ default: sheet.PositionSheet })),
)

interface ChartPageProps {
  readonly symbol: string
  /** The app's call for candles: they are the market's, not this room's. */
  readonly load: LoadCandles
  /** The last 24 hours, which its change counts from: the figures beside it are theirs. */
  readonly day24: QuoteHeaderProps['day24']
}

/** A contract's chart with its mark, index and funding, the position's own lines, book, tape, orders and rules. */
export default function ChartPage({ symbol, load, day24 }: ChartPageProps) {
  const found = useCall(multiple, { symbol })
  const contract = found.data?.rows[0]
  return (
    <LoadedInstrument of={{ ...found, data: contract }} title={tickerOf(symbol)}>
      {(one) => <Chart key={symbol} contract={one} load={load} day24={day24} />}
    </LoadedInstrument>
  )
}

type ChartProps = Pick<ChartPageProps, 'load' | 'day24'> & { readonly contract: WireContract }

function Chart({ contract, ...market }: ChartProps) {
  const t = useWords<Messages>('contracts')
  const { symbol } = contract
  const decimals = decimalsOf(contract.tick)
  const { data, signedIn } = useAccount()
  const position = data?.rows.find((row) => row.symbol === symbol)
  const shown = useShownOrders(symbol, signedIn)
  const lines = usePositionLines(position)
  const [isOpened, setOpened] = useState(false)
  const opened = useOpenedPosition(isOpened ? symbol : undefined, position)
  const [dragged, setDragged] = useState<{ readonly kind: TriggerKind; readonly price: string }>()
  return (
    <InstrumentPage
      symbol={symbol}
      title={tickerOf(symbol)}
      ticker={tickerOf(symbol)}
      name={contract.name}
      decimals={decimals}
      volumeDecimals={decimalsOf(contract.lot)}
      dayZone="UTC"
      quote={useQuote(symbol, undefined)}
      {...market}
      orders={shown}
      fills={undefined}
      addresses={addresses}
      follow={useListed(symbol)}
      trade={{
        whenRestricted: 'close',
        labels: { buy: t('sides.long'), sell: t('sides.short') },
        ticket: (side, onClose) => <ContractTicket symbol={symbol} side={side} onClose={onClose} />,
      }}
      about={{ label: t('market.rules'), content: <RulesPanel contract={contract} /> }}
      lines={lines}
      move={(order, price, onDone) => (
        <MoveContractOrder order={order} price={price} contract={contract} onDone={onDone} />
      )}
      onLineMoved={(id, price) => {
        const kind = position === undefined ? undefined : exitAt(id, price, position)
        const rules = { priceScale: contract.priceScale, ticks: ticksOf(contract) }
        if (kind !== undefined) setDragged({ kind, price: trimmed(snapToTick(price, rules)) })
      }}
      aboveChart={<MarkStrip symbol={symbol} decimals={decimals} />}
      owned={position && positionHere(position, () => setOpened(true))}
    >
      {opened !== undefined && data !== undefined && (
        <PositionSheet {...opened} account={data.account} onClose={() => setOpened(false)} />
      )}
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
    </InstrumentPage>
  )
}

/** The customer's orders of a contract as the chart shows them. */
function useShownOrders(symbol: string, signedIn: boolean): readonly ShownOrder[] | undefined {
  const { data } = useCall(contractOrders, { symbol, filter: 'all', limit: ordersOnChart }, { enabled: signedIn })
  return useMemo(() => data?.rows.map((order) => shownOrder(order)), [data])
}

function MarkStrip({ symbol, decimals }: { readonly symbol: string; readonly decimals: number }) {
  return (
    <div className="px-4 pb-3">
      <MarkLine symbol={symbol} decimals={decimals} />
    </div>
  )
}

/** A position below its chart. It has no line in the table of everything owned: how near its liquidation is stays in sight. */
function positionHere(position: WireContractPosition, onOpen: () => void): OwnedHere {
  const strip = (
    <div className="bg-page px-4 py-3">
      <PositionCard position={position} onOpen={onOpen} />
    </div>
  )
  return { asset: position.symbol, strip }
}

/** Entry, liquidation and exits of a position as lines; an exit is moved by dragging its line, or made from the entry's. */
function usePositionLines(position: WireContractPosition | undefined): readonly ChartOrder[] {
  const t = useWords<Messages>('contracts')
  const trading = useWords<TradingMessages>('trading')
  const said = useContractSaid()
  const masked = useMasked()
  return useMemo(() => {
    if (position === undefined) return []
    const side = position.side === 'long' ? ('buy' as const) : ('sell' as const)
    const line = (id: string, words: string, price: string, tone: ChartOrder['side']) => ({
      id,
      label: `${words} · ${said.price(price)}`,
      price,
      side: tone,
    })
    const movable = (one: ReturnType<typeof line>): ChartOrder => ({
      ...one,
      moveLabel: trading('move.label', { line: one.label }),
    })
    const { liquidationPrice } = position
    const size = masked ? hiddenFigure : said.quantity(position.size)
    return [
      {
        ...line('entry', `${t(`sides.${position.side}`)} ${size}`, position.entryPrice, side),
        moveLabel: t('exits.fromEntry', { size }),
      },
      ...(liquidationPrice === undefined
        ? []
        : [line('liquidation', t('positions.liquidation'), liquidationPrice, 'sell')]),
      ...position.triggers.map(({ kind, price }) => {
        const isProfit = kind === 'take-profit'
        return movable(line(kind, t(isProfit ? 'exits.profit' : 'exits.loss'), price, isProfit ? 'buy' : 'sell'))
      }),
    ]
  }, [position, t, masked])
}

/** What a line of a position becomes where it was let go: an exit keeps its kind, the entry's goes by the mark. */
function exitAt(id: string, price: string, position: WireContractPosition): TriggerKind | undefined {
  const kind = (['take-profit', 'stop-loss'] as const).find((one) => one === id)
  if (kind !== undefined || id !== 'entry') return kind
  const isAbove = Number(price) > Number(position.mark ?? position.entryPrice)
  return isAbove === (position.side === 'long') ? 'take-profit' : 'stop-loss'
}

/** Gives an open order of a contract another price. */
function MoveContractOrder(props: {
  readonly order: ShownOrder
  readonly price: string
  readonly contract: WireContract
  readonly onDone: () => void
}) {
  const { order, price, contract, onDone } = props
  const asked = useCall(contractTicket, { symbol: order.symbol })
  const moving = useAction(replaceContractOrder, { refreshes: [contractTicket, contractOrders, activePositions] })
  return (
    <MoveSheet
      order={order}
      price={price}
      rules={{ priceScale: contract.priceScale, ticks: [{ from: '0', tick: contract.tick }] }}
      password={useOrderPassword(asked.data?.authorisedUntil)}
      moving={moving}
      move={(fields, then) => 'limitPrice' in fields && moving.mutate(fields, then)}
      onDone={onDone}
    />
  )
}
