/** The check after signing in: asked for when the phone has nothing better to do, so that it delays nothing. */
export const loadLoginCheck = () => import('./login-check.ts')

/** The quiet line that says what the last check came to: `lazy(loadProofLine)`. */
export const loadProofLine = () => import('./proof-line.tsx')
