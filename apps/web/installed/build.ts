import { readOfSession, writeOfSession } from '@bolsillo/web-kit'

/** The build this page is of, as its head names it; empty in development. */
export function ownBuild(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? ''
}

/** Whether the service worker gave this page from the device, because the server did not answer. */
export const isKeptPage = globalThis.document?.documentElement.dataset.kept !== undefined

/** The build the server has now; undefined where it does not say. */
export async function serversBuild(): Promise<string | undefined> {
  try {
    const answer = await fetch('/build.json', { cache: 'no-store' })
    return ((await answer.json()) as { readonly build?: string }).build
  } catch {
    return undefined
  }
}

/**
 * Reloads a page that cannot go on because the server has other files than it asks for; once for each build, so that a build
 * with a missing file reloads nobody forever. @returns whether it reloads.
 */
export async function reloadIfReplaced(): Promise<boolean> {
  const [own, now] = [ownBuild(), await serversBuild()]
  if (own === '' || now === undefined || now === own || readOfSession('reloadedFor') === now) return false
  writeOfSession('reloadedFor', now)
  location.reload()
  return true
}
