import { backTarget, useGo, useLocation } from '@bolsillo/web-kit'

interface Choice {
  /** The page that asks, as it is passed on from page to page. */
  readonly back: string
  readonly choose: (id: string) => void
}

/** The page that asks for a place, when one does: `?back=`; whoever chooses goes back there with `location` in its query. */
export function useChoice(): Choice | undefined {
  const { search } = useLocation()
  const go = useGo()
  const back = backTarget(search, '')
  if (back === '') return undefined
  const choose = (id: string): void => {
    const [path = '', query] = back.split('?')
    go(path, { ...Object.fromEntries(new URLSearchParams(query)), location: id }, { replace: true })
  }
  return { back, choose }
}
