import { PageFrame } from '@bolsillo/ui'
import { Gallery } from '@bolsillo/ui/gallery'
import { useWords } from '@bolsillo/web-kit'
import type { Messages } from '../words/about/es-ES.ts'

/** Every part and state of kit/ui, for page authors. No page links here. */
export default function GalleryPage() {
  const t = useWords<Messages>('about')
  return (
    <PageFrame title={t('gallery')} flush>
      <Gallery />
    </PageFrame>
  )
}
