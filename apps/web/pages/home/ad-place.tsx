import { listAds } from '@bolsillo/content/contract'
import { Icon, IconButton, showToast } from '@bolsillo/ui'
import { Link, readStored, useCall, useWords, writeStored } from '@bolsillo/web-kit'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import type { Messages } from '../../words/es-ES.ts'

const hiddenName = 'adsHidden'
const hiddenMost = 20

const hiddenAds = (): readonly string[] => readStored(hiddenName).split(' ')

/**
 * An ad of our own at the very end of home: it is asked for when somebody comes there, so it delays and moves nothing, and
 * what was hidden on this device stays hidden. It never moves by itself.
 */
export default function AdPlace() {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (place.current === null) return undefined
    const observer = new IntersectionObserver((seen) => {
      // A busy phone tells of several frames at once: what it was before comes first.
      if (seen.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={place}>{isSeen ? <Ad /> : <div className="h-px" />}</div>
}

function Ad() {
  const t = useWords<Messages>('core')
  const ads = useCall(listAds, {})
  const [hidden] = useState(hiddenAds)
  const [isGone, setGone] = useState(false)
  const ad = ads.data?.rows.find(({ id }) => !hidden.includes(id))
  // Whoever hid one is not shown the next at once.
  if (ad === undefined || isGone) return null
  const hide = (): void => {
    writeStored(hiddenName, [ad.id, ...hidden].slice(0, hiddenMost).join(' '))
    setGone(true)
    showToast(t('home.adHidden'))
  }
  return (
    <section aria-label={t('home.ad')} className="rounded-card border border-hair px-4 pt-1.5 pb-1">
      <div className="flex items-center justify-between gap-3">
        <p className="text-12 text-second">{t('home.ad')}</p>
        <IconButton label={t('home.adHide')} icon={<Icon of={X} size={18} />} onClick={hide} className="-mr-3" />
      </div>
      <h2 className="break-words text-15">{ad.title}</h2>
      <p className="mt-0.5 break-words text-13 text-second">{ad.text}</p>
      <Link href={ad.href} className="inline-flex min-h-11 items-center font-medium text-13 text-brand">
        {ad.action}
      </Link>
    </section>
  )
}
