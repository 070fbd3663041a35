import { useEffect, useState } from 'react'

/** The hash of the files this server sends, as its build published it. Undefined before it is known, and in development. */
export function useBuildHash(): string | undefined {
  const [hash, setHash] = useState<string>()
  useEffect(() => {
    fetch('/build.json')
      .then((answer) => answer.json())
      .then((build: { readonly hash?: string }) => setHash(build.hash))
      // In development there is no build; without a network nobody says.
      .catch(() => undefined)
  }, [])
  return hash
}
