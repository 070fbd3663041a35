import { readFileSync } from 'node:fs'

/** Reads the secret in a file that a variable names. No line repeats what is in it. */
export function readSecretFile(variable: string, file: string, refuse: (line: string) => never): string {
  try {
    const secret = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    return secret === '' ? refuse(`${variable}=${file} is empty: write the secret into it`) : secret
  } catch (error) {
    if (error instanceof Error && !('code' in error)) throw error
    return refuse(`${variable}=${file} cannot be read: name a file this user may read`)
  }
}
