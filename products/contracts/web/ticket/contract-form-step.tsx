import type { Messages as TradingMessages } from '@bolsillo/trading/messages/es-ES'
import { BookLines, IdentityNote, PartChips } from '@bolsillo/trading/web'
import { Button, CheckField, Chips, DecimalField, Disclosure, Note, Segmented } from '@bolsillo/ui'
import { Detour, type Refusal, useRefresh, useWords } from '@bolsillo/web-kit'
import Clock from 'lucide-react/icons/clock'
import { useState } from 'react'
import { contractTicket, contractTimesInForce } from '../../contract/index.ts'
import { marginModes, triggerSources } from '../../domain/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { tickerOf } from '../addresses.ts'
import { bookRulesOf, decimalsOf } from '../contract-figures.ts'
import { LosingNote } from '../position/losing-note.tsx'
import { useContractRefusalText } from '../refusal-words.ts'
import { useContractSaid } from '../use-contract-said.ts'
import type { ContractFormState, TicketReply } from './contract-form.ts'
import { PreviewLines, useShortText } from './preview-lines.tsx'

interface ContractFormStepProps {
  readonly side: 'buy' | 'sell'
  readonly reply: TicketReply
  readonly state: ContractFormState
  readonly hasMark: boolean
  /** What the server refused last, shown beside its field. */
  readonly refusal: Refusal | undefined
  /** Identity is to be verified first: says what for, and leads there. */
  readonly onIdentity: (() => void) | undefined
}

const fields = ['quantity', 'limitPrice', 'leverage', 'takeProfitPrice', 'stopLossPrice']

/** The form: type, leverage and margin, price, size with quick parts, exits, and what it all comes to. */
export function ContractFormStep(props: ContractFormStepProps) {
  const { side, reply, state, hasMark, refusal, onIdentity } = props
  const t = useWords<Messages>('contracts')
  const trading = useWords<TradingMessages>('trading')
  const said = useContractSaid()
  const errorOf = useErrors(state, refusal)
  const [{ form, set }, { contract, account }] = [state, reply]
  return (
    <>
      <LosingNote of={reply.suitability} />
      {Number(account.available) === 0 && <NoMoney note />}
      <Segmented
        label={trading('order.type')}
        value={form.type}
        onChange={state.choose}
        choices={(['market', 'limit'] as const).map((value) => ({ value, label: trading(`types.${value}`) }))}
      />
      <LeverageAndPrice {...props} errorOf={errorOf} />
      <div data-amount className="contents">
        <DecimalField
          label={trading('ticket.quantity')}
          value={form.quantity}
          onChange={(quantity) => set({ quantity })}
          scale={decimalsOf(contract.lot)}
          suffix={contract.base}
          error={errorOf('quantity')}
          hint={t('ticket.available', { amount: said.usdt(account.available) })}
        />
      </div>
      <PartChips label={trading('ticket.quantity')} whole={trading('ticket.everything')} onPick={state.setPart} />
      {Number(account.available) > 0 && (state.preview?.short ?? 0n) > 0n && <NoMoney />}
      <Segmented
        label={t('ticket.mode')}
        value={form.mode}
        onChange={(mode) => set({ mode })}
        choices={marginModes.map((value) => ({ value, label: t(`modes.${value}`) }))}
      />
      <p className="text-12 text-second">{t(`modesExplained.${form.mode}`)}</p>
      <MoreOptions {...props} errorOf={errorOf} />
      <BookLines
        instrument={bookRulesOf(contract)}
        book={state.book}
        walk={state.walk}
        unit={contract.base}
        asked={form}
      />
      <PreviewLines reply={reply} preview={state.preview} />
      {!hasMark && <NoMark />}
      {onIdentity !== undefined && <IdentityNote onVerify={onIdentity} />}
      <PositionNotes side={side} reply={reply} mode={form.mode} />
      {refusal !== undefined && refusal.outcome === 'rejected' && !fields.includes(refusal.field ?? '') && (
        <Note tone="bad">
          {refusal.message} {trading('ticket.result.nothingDone')}
        </Note>
      )}
    </>
  )
}

function NoMark() {
  const t = useWords<Messages>('contracts')
  return (
    <Note icon={Clock} tone="warning">
      {t('ticket.noMark')}
    </Note>
  )
}

/** `20` of `20.00`: the text of a button and of the field. */
function plain(leverage: string): string {
  return leverage.includes('.') ? leverage.replace(/\.?0+$/, '') : leverage
}

/** What is wrong with a field: what the server refused, what is missing, or what the engine's own rules say. */
function useErrors(state: ContractFormState, refusal: Refusal | undefined): (field: string) => string | undefined {
  const t = useWords<Messages>('contracts')
  const text = useContractRefusalText()
  const { form, touched, problems } = state
  const short = useShortText(state.preview)
  return (field) => {
    if (refusal?.outcome === 'rejected' && refusal.field === field) return refusal.message
    if (!touched.has(field)) return undefined
    if (field === 'quantity' && form.quantity === '') return t('ticket.quantityMissing')
    if (field === 'limitPrice' && form.limitPrice === '') return t('ticket.limitMissing')
    const problem = problems.find((one) => one.field === field)
    if (problem !== undefined) return text(problem)
    return field === 'quantity' ? short : undefined
  }
}

function MoreOptions(props: ContractFormStepProps & { readonly errorOf: (field: string) => string | undefined }) {
  const { reply, state, errorOf } = props
  const t = useWords<Messages>('contracts')
  const trading = useWords<TradingMessages>('trading')
  const { form, set } = state
  const scale = decimalsOf(reply.contract.tick)
  const exit = (kind: 'takeProfit' | 'stopLoss') => {
    const isProfit = kind === 'takeProfit'
    const value = isProfit ? form.takeProfitPrice : form.stopLossPrice
    return (
      <div className="grid min-w-0 grid-cols-1 content-start gap-2">
        <DecimalField
          label={t(isProfit ? 'ticket.takeProfit' : 'ticket.stopLoss')}
          value={value}
          onChange={(price) => set(isProfit ? { takeProfitPrice: price } : { stopLossPrice: price })}
          scale={scale}
          error={errorOf(isProfit ? 'takeProfitPrice' : 'stopLossPrice')}
        />
        {value !== '' && (
          <Chips
            label={t('ticket.watches')}
            className="[&>div]:flex-wrap"
            value={isProfit ? form.takeProfitOn : form.stopLossOn}
            onPick={(on) => set(isProfit ? { takeProfitOn: on } : { stopLossOn: on })}
            choices={triggerSources.map((source) => ({ value: source, label: t(`sources.${source}`) }))}
          />
        )}
      </div>
    )
  }
  return (
    <Disclosure label={t('ticket.more')} open={form.takeProfitPrice !== '' || form.stopLossPrice !== ''}>
      {form.type === 'limit' && (
        <>
          <Chips
            label={trading('times.label')}
            className="[&>div]:flex-wrap"
            value={form.timeInForce}
            onPick={(timeInForce) => set({ timeInForce, ...(timeInForce === 'gtc' ? {} : { postOnly: false }) })}
            choices={contractTimesInForce.map((value) => ({ value, label: trading(`times.${value}`) }))}
          />
          {form.timeInForce === 'gtc' && (
            <CheckField checked={form.postOnly} onChange={(postOnly) => set({ postOnly })}>
              {t('ticket.postOnly')}
            </CheckField>
          )}
        </>
      )}
      <div className="grid grid-cols-2 gap-3">
        {exit('takeProfit')}
        {exit('stopLoss')}
      </div>
    </Disclosure>
  )
}

function LeverageAndPrice(props: ContractFormStepProps & { readonly errorOf: (field: string) => string | undefined }) {
  const { reply, state, errorOf } = props
  const t = useWords<Messages>('contracts')
  const trading = useWords<TradingMessages>('trading')
  const said = useContractSaid()
  const { form, set } = state
  const { contract } = reply
  return (
    <>
      <Chips
        label={t('ticket.leverage')}
        value={form.leverage}
        onPick={(leverage) => set({ leverage })}
        choices={contract.leverages.map((value) => ({ value: plain(value), label: `${plain(value)}×` }))}
      />
      <div className="grid grid-cols-2 items-start gap-3">
        <DecimalField
          label={t('ticket.leverage')}
          value={form.leverage}
          onChange={(leverage) => set({ leverage })}
          scale={2}
          suffix="×"
          error={errorOf('leverage')}
          hint={
            <>
              {t('ticket.leverageHint', { max: said.quantity(contract.leverageMax) })}{' '}
              {Number(contract.leverageLive) < Number(contract.leverageMax) &&
                t('ticket.leverageLive', { max: said.quantity(contract.leverageLive) })}
            </>
          }
        />
        {form.type === 'limit' ? (
          <DecimalField
            label={trading('ticket.limitPrice')}
            value={form.limitPrice}
            onChange={(limitPrice) => set({ limitPrice })}
            scale={decimalsOf(contract.tick)}
            suffix="USDT"
            error={errorOf('limitPrice')}
          />
        ) : (
          <p className="self-center pt-2 text-12 text-second">
            {t('ticket.slippage', { percent: said.percent(String(reply.marketSlippageBps / 100)) })}
          </p>
        )}
      </div>
    </>
  )
}

/** What the order means to a position of the same contract. */
function PositionNotes(props: {
  readonly side: 'buy' | 'sell'
  readonly reply: TicketReply
  readonly mode: ContractFormState['form']['mode']
}) {
  const { side, reply, mode } = props
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  const { contract, position } = reply
  if (position === undefined) return null
  if ((position.side === 'long') !== (side === 'buy')) return <Note tone="warning">{t('ticket.opposite')}</Note>
  if (position.mode !== mode) return <Note tone="warning">{t('rejections.margin-mode-differs')}</Note>
  return (
    <Note>
      {t('ticket.position', {
        size: said.quantity(position.size),
        ticker: tickerOf(contract.symbol),
        side: t(`sides.${position.side}`),
      })}
    </Note>
  )
}

/** The contract account is short: money is brought to it over the form. */
function NoMoney({ note = false }: { readonly note?: boolean }) {
  const t = useWords<Messages>('contracts')
  const refresh = useRefresh()
  const [bringing, setBringing] = useState(false)
  const close = (): void => setBringing(false)
  return (
    <div className="grid gap-2">
      {note && <Note tone="warning">{t('ticket.noMoney')}</Note>}
      <Button kind="ghost" size="medium" wide onClick={() => setBringing(true)}>
        {t('ticket.transfer')}
      </Button>
      {bringing && (
        <Detour
          name="transfer"
          asset="USDT"
          purse="contract"
          onClose={close}
          onDone={() => {
            close()
            refresh(contractTicket)
          }}
        />
      )}
    </div>
  )
}
