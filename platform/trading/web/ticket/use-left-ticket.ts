import { useCustomer } from '@bolsillo/web-kit'
import { useEffect, useState } from 'react'
import type { Side } from '../permission.tsx'
import { forgetLeftTicket, leftTicket } from './drafts.ts'

/** The side of the ticket of an instrument that was left for the page the customer comes back from now. */
export function useLeftTicket(symbol: string | undefined): Side | undefined {
  const customer = useCustomer()
  const [left] = useState(() => leftTicket(customer))
  useEffect(() => forgetLeftTicket(customer), [customer])
  return left?.symbol === symbol ? left?.side : undefined
}
