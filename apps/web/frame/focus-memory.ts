import { useLocation, useNavigationType } from '@bolsillo/web-kit'
import { useEffect, useRef } from 'react'

/** For how many frames a page may be without the link it was left by: ten seconds, as long as a slow line may take. */
const focusPatience = 600

/** On the way back the focus returns to the link that led away, once the page shows it again. */
export function useFocusMemory(): void {
  const { key } = useLocation()
  const type = useNavigationType()
  const openers = useRef(new Map<string, string>())
  useEffect(() => {
    const known = openers.current
    let frame = 0
    const opener = known.get(key)
    if (type === 'POP' && opener !== undefined) {
      let left = focusPatience
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
    }
    const keep = ({ target }: MouseEvent): void => {
      const href = target instanceof Element ? target.closest('a[href]')?.getAttribute('href') : null
      if (typeof href === 'string') known.set(key, href)
    }
    window.addEventListener('click', keep, { capture: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('click', keep, { capture: true })
    }
  }, [key, type])
}
