import type { Rejection } from '@bolsillo/kernel'
import { ownRefusals, useRefusalText } from '@bolsillo/trading/web'
import { useWords } from '@bolsillo/web-kit'
import { contractsRejections } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

/** Whether a refusal is this room's own, whose words are here. */
export const isRefusalName = ownRefusals(contractsRejections)

/** The text of a refusal found on this phone, as the server would say it. */
export function useContractRefusalText(): (problem: Rejection) => string {
  const t = useWords<Messages>('contracts')
  return useRefusalText((name) => (isRefusalName(name) ? t(`rejections.${name}`) : undefined))
}
