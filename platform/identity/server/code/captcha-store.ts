import type { Instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'

/** Uses a solved captcha up. @returns false when it was used before. */
export async function spendCaptcha(tx: Tx, nonce: string, until: number): Promise<boolean> {
  const done = await tx`insert into captcha_used (nonce, until) values (${nonce}, ${until}) on conflict do nothing`
  return done.count === 1
}

export async function removeOldCaptchas(db: Db, now: Instant): Promise<void> {
  await db`delete from captcha_used where until < ${now}`
}
