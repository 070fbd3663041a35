import { useEffect, useState } from 'react'
import { type LicenseList, licenseListPath } from './license-list.ts'

interface Asked {
  readonly list: LicenseList | undefined
  readonly hasFailed: boolean
  readonly retry: () => void
}

/** The list of licenses the build wrote, which no call answers: it is a file beside the app. */
export function useLicenseList(): Asked {
  const [list, setList] = useState<LicenseList>()
  const [attempt, setAttempt] = useState(0)
  const [failedAttempt, setFailedAttempt] = useState<number>()
  useEffect(() => {
    const ended = new AbortController()
    fetch(licenseListPath, { signal: ended.signal })
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(String(answer.status)))))
      .then((found: LicenseList) => setList(found))
      .catch(() => {
        if (!ended.signal.aborted) setFailedAttempt(attempt)
      })
    return () => ended.abort()
  }, [attempt])
  return { list, hasFailed: failedAttempt === attempt, retry: () => setAttempt(attempt + 1) }
}
