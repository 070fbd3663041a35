/** A request's headers, lower case; a header that came twice is one text or a list, as Node gives it. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The value of a header that came once. */
export function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}
