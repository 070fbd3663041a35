import type { Messages as TradingMessages } from '@bolsillo/trading/messages/es-ES'
import { type OrderPassword, PasswordPart, type SharedSheet } from '@bolsillo/trading/web'
import { Button, DefinitionList, Note, Price, Sheet, useUi } from '@bolsillo/ui'
import { type Refusal, useWords } from '@bolsillo/web-kit'
import type { Messages } from '../../messages/es-ES.ts'
import { tickerOf } from '../contract-figures.ts'
import { useContractSaid } from '../use-contract-said.ts'
import type { ContractFormState, TicketReply } from './contract-form.ts'
import { PreviewLines } from './preview-lines.tsx'

export interface ContractReviewProps {
  readonly sheet: SharedSheet
  readonly side: 'buy' | 'sell'
  readonly reply: TicketReply
  readonly state: ContractFormState
  readonly password: OrderPassword
  readonly pending: boolean
  readonly refusal: Refusal | undefined
  readonly onBack: () => void
  readonly onConfirm: () => void
}

/** Everything the order is, once more, the most that can be lost, and the one button that sends it. */
export function ContractReview(props: ContractReviewProps) {
  const { sheet, side, reply, state, password, refusal } = props
  const t = useWords<Messages>('contracts')
  const trading = useWords<TradingMessages>('trading')
  const said = useContractSaid()
  const { words } = useUi()
  const { form } = state
  const own = refusal !== undefined && !refusal.rejection.includes('trade-password')
  const exit = (label: string, price: string, on: 'mark' | 'last') =>
    price === ''
      ? []
      : [
          {
            label,
            value: (
              <>
                <Price value={price} /> · {t(`sources.${on}`)}
              </>
            ),
          },
        ]
  return (
    <Sheet
      {...sheet}
      footer={
        <div className="grid grid-cols-[auto_1fr] gap-3">
          <Button kind="ghost" disabled={props.pending} onClick={props.onBack}>
            {trading('ticket.change')}
          </Button>
          <Button kind={side} loading={props.pending} disabled={!password.ready} onClick={props.onConfirm}>
            {t(`ticket.confirm.${side}`)}
          </Button>
        </div>
      }
    >
      <DefinitionList
        facts={[
          {
            label: t(`sides.${side}`),
            value: `${said.quantity(form.quantity)} ${tickerOf(reply.contract.symbol)}`,
            strong: true,
          },
          { label: trading('order.type'), value: trading(`types.${form.type}`) },
          ...(form.type === 'limit'
            ? [
                { label: trading('ticket.limitPrice'), value: <Price value={form.limitPrice} /> },
                {
                  label: trading('times.label'),
                  value: form.postOnly ? t('ticket.postOnly') : trading(`times.${form.timeInForce}`),
                },
              ]
            : []),
          {
            label: t('ticket.leverage'),
            value: `${said.quantity(form.leverage)}× · ${t(`modes.${form.mode}`)}`,
          },
          ...exit(t('ticket.takeProfit'), form.takeProfitPrice, form.takeProfitOn),
          ...exit(t('ticket.stopLoss'), form.stopLossPrice, form.stopLossOn),
        ]}
      />
      <PreviewLines reply={reply} preview={state.preview} />
      <Note>{t(form.mode === 'isolated' ? 'ticket.maxLoss' : 'ticket.crossLoss')}</Note>
      {!password.authorised && <PasswordPart password={password} />}
      {own && (
        <Note tone="bad">
          {refusal.message === '' ? words.failed : `${refusal.message} ${trading('ticket.result.nothingDone')}`}
        </Note>
      )}
    </Sheet>
  )
}
