import { readTradeDate } from '@bolsillo/kernel'

const two = (digits: string): string => digits.padStart(2, '0')

/**
 * A day as people write it, `23-11-2026`: with dashes, dots, slashes or blanks, or as eight digits; and `2026-11-23`, as
 * browsers fill it in. Undefined for what is no day of the calendar: 30-02-2026 is none.
 */
export function readDay(typed: string): string | undefined {
  const text = typed.trim()
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  const own = /^(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{4})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text)
  const [year = '', month = '', day = ''] = iso === null ? [own?.[3], own?.[2], own?.[1]] : [iso[1], iso[2], iso[3]]
  const date = `${year}-${two(month)}-${two(day)}`
  return Number(year) >= 1900 && readTradeDate(date) !== undefined ? date : undefined
}

/** Inserts dashes while the day is typed, after day and month, and removes them with backspace. */
export function withDashes(typed: string, before: string): string {
  const digits = typed.replaceAll(/\D/g, '').slice(0, 8)
  const isAdding = typed.length > before.length
  const isPlain = /^[\d-]*$/.test(typed) && !/^\d{4}-/.test(typed) && !/^\d-|-\d-/.test(typed)
  if (!isAdding || !isPlain) return typed
  const [day, month, year] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)]
  if (digits.length < 2) return day
  return digits.length < 4 ? `${day}-${month}` : `${day}-${month}-${year}`
}
