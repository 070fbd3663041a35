import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

// Solves one puzzle away from the page, so that typing never stutters. Answers null when it ran out of time.
addEventListener('message', async (event: MessageEvent<Challenge>) => {
  postMessage(await solveChallenge({ challenge: event.data, deriveKey }))
})
