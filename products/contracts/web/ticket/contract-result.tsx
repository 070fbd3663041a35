import type { ReplyOf } from '@bolsillo/contract'
import { ResultStep, type SharedSheet } from '@bolsillo/trading/web'
import { useWords } from '@bolsillo/web-kit'
import type { add } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { orderAt } from '../addresses.ts'
import { shownFill, shownOrder } from '../shown.ts'
import { useContractSaid } from '../use-contract-said.ts'

interface ContractResultProps {
  readonly sheet: SharedSheet
  readonly result: ReplyOf<typeof add> | 'unknown'
  readonly onAsk: () => void
  readonly onDone: () => void
}

/** What came of an order: the fill itself, in the words of contracts. */
export function ContractResult({ sheet, result, onAsk, onDone }: ContractResultProps) {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  const placed =
    result === 'unknown'
      ? result
      : { order: shownOrder(result.order), fills: result.fills.map((fill) => shownFill(fill)) }
  return (
    <ResultStep
      sheet={sheet}
      result={placed}
      orderAt={orderAt}
      filledTitle={({ side, filledQuantity, ticker }) =>
        t(`ticket.filled.${side}`, { quantity: said.quantity(filledQuantity), ticker })
      }
      onAsk={onAsk}
      onDone={onDone}
    />
  )
}
