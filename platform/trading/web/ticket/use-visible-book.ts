import { bookChannel } from '@bolsillo/market/contract'
import { applyBookChanges } from '@bolsillo/market/web'
import { useLive } from '@bolsillo/web-kit'
import { useMemo } from 'react'
import { type VisibleBook, visibleBook } from '../../domain/index.ts'

/** The book of an instrument as it is shown now, in its units; nothing while none has come or the line is lost. */
export function useVisibleBook(
  instrument:
    | { readonly id: string; readonly scale: { readonly priceScale: number; readonly quantityScale: number } }
    | undefined,
): VisibleBook | undefined {
  const { data, live } = useLive(bookChannel, instrument?.id, applyBookChanges)
  const { priceScale, quantityScale } = instrument?.scale ?? {}
  return useMemo(
    () =>
      !live || priceScale === undefined || quantityScale === undefined
        ? undefined
        : visibleBook(data, { scale: { priceScale, quantityScale } }),
    [data, live, priceScale, quantityScale],
  )
}
