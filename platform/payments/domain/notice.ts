/** How far a notice's time may be from ours, either way. */
export const noticeSkewMs = 5 * 60_000

/** The headers a provider signs its notices with. */
export const noticeHeaders = { signature: 'x-rail-signature', event: 'x-rail-event' } as const

/** What a signature header says: `t=<seconds>,v1=<64 hex digits>`; undefined when it is not of this form. */
export function readNoticeSignature(
  text: string | undefined,
): { readonly atMs: number; readonly mac: string } | undefined {
  const match = /^t=([0-9]{10}),v1=([0-9a-f]{64})$/.exec(text ?? '')
  const [, seconds, mac] = match ?? []
  return seconds === undefined || mac === undefined ? undefined : { atMs: Number(seconds) * 1000, mac }
}

/** What precedes the body in what is signed: the time and the notice's own id are signed with it. */
export function noticePrefix(seconds: number, eventId: string): string {
  return `${seconds}.${eventId}.`
}

/** What a notice's id may look like. */
export function isNoticeId(text: string | undefined): text is string {
  return text !== undefined && /^[A-Za-z0-9_.:-]{8,80}$/.test(text)
}
