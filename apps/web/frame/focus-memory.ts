import { useLocation, useNavigationType, wayOut } from '@bolsillo/web-kit'
import { useEffect } from 'react'

/** For how many frames a page may be without the link it was left by: ten seconds, as long as a slow line may take. */
const focusPatience = 600

/** On the way back the focus returns to the link that led away, once the page shows it again. */
export function useFocusMemory(): void {
  const { key } = useLocation()
  const type = useNavigationType()
  useEffect(() => {
    const opener = wayOut(key)
    if (type !== 'POP' || opener === undefined) return
    let left = focusPatience
    let frame = 0
    const look = (): void => {
      // Somebody who has gone on meanwhile is left where they are.
      if (document.activeElement !== document.body) return
      const link = document.querySelector<HTMLElement>(`a[href="${CSS.escape(opener)}"]`)
      if (link !== null) link.focus({ preventScroll: true })
      else if (left > 0) {
        left -= 1
        frame = requestAnimationFrame(look)
      }
    }
    frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  }, [key, type])
}
