/** What a person owns who was just invited: eight letters and digits without look-alikes, upper case. */
export function readInviteCode(typed: string): string | undefined {
  const text = typed.replace(/[\s-]/g, '').toUpperCase()
  return text === '' ? undefined : text
}
