import type { ReplyOf } from '@bolsillo/contract'
import type { Messages as TradingMessages } from '@bolsillo/trading/messages/es-ES'
import { BookLines, ReviewSheet, type Sending, type SharedSheet } from '@bolsillo/trading/web'
import { DefinitionList, Note, Price } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { add } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { tickerOf } from '../addresses.ts'
import { bookRulesOf } from '../contract-figures.ts'
import { useContractSaid } from '../use-contract-said.ts'
import type { ContractFormState, TicketReply } from './contract-form.ts'
import { PreviewLines } from './preview-lines.tsx'

interface ContractReviewProps {
  readonly sheet: SharedSheet
  readonly side: 'buy' | 'sell'
  readonly reply: TicketReply
  readonly state: ContractFormState
  readonly sending: Sending<ReplyOf<typeof add>>
  readonly onBack: () => void
}

/** Everything the order is, once more, the most that can be lost, and the one button that sends it. */
export function ContractReview(props: ContractReviewProps) {
  const { sheet, side, reply, state, sending, onBack } = props
  const t = useWords<Messages>('contracts')
  const trading = useWords<TradingMessages>('trading')
  const said = useContractSaid()
  const { form } = state
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
    <ReviewSheet sheet={sheet} side={side} confirm={t(`ticket.confirm.${side}`)} sending={sending} onBack={onBack}>
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
      <BookLines
        instrument={bookRulesOf(reply.contract)}
        book={state.book}
        walk={state.walk}
        unit={reply.contract.base}
        asked={form}
      />
      <PreviewLines reply={reply} preview={state.preview} isReview />
      <Note>{t(form.mode === 'isolated' ? 'ticket.maxLoss' : 'ticket.crossLoss')}</Note>
    </ReviewSheet>
  )
}
