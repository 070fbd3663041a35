import { createRequire } from 'node:module'

/** Whether Node finds a library that is not installed with the rest. Not asked of the test runner, which has its own ways. */
export function isInstalled(name: string): boolean {
  try {
    return createRequire(import.meta.url).resolve(name) !== ''
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return false
    throw error
  }
}
