import { type Headers, headerOf } from './headers.ts'

/** A well-formed cookie that came once. Of two with the same name, it is unknown which the browser got from us. */
export function readCookie(headers: Headers, wanted: string, shape: RegExp): string | undefined {
  const found = (headerOf(headers, 'cookie') ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${wanted}=`))
    .map((part) => part.slice(wanted.length + 1))
  const [only] = found
  return found.length === 1 && only !== undefined && shape.test(only) ? only : undefined
}
