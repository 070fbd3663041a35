import type { AccountTag } from '@bolsillo/identity/contract'
import { Note } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import FlaskConical from 'lucide-react/icons/flask-conical'
import type { Messages } from '../words/es-ES.ts'

/** The account's tags (demo, staff), each as a sentence. */
export function AccountTags({ tags }: { readonly tags: readonly AccountTag[] }) {
  const t = useWords<Messages>('core')
  return tags.map((tag) => (
    <Note key={tag} icon={FlaskConical} className="pb-2">
      {t(`drawer.tagText.${tag}`)}
    </Note>
  ))
}
