/** A notice as the system shows it. */
interface ShownNotice {
  readonly title: string
  readonly options: {
    readonly body: string
    /** The same notice again takes the place of the one before. */
    readonly tag: string
    readonly lang: string
    readonly icon: string
    readonly data: { readonly path: string }
  }
}

const homePath = '/pages/tabbar/home'
const languages = ['es-ES', 'en-US', 'pt-BR'] as const
/** Of a notice that cannot be read: browsers want one for each message, and this one claims nothing. */
const unread: Readonly<Record<string, string>> = {
  'es-ES': 'Hay algo nuevo en tu cuenta.',
  'en-US': 'There is something new in your account.',
  'pt-BR': 'Há algo novo na sua conta.',
}

/** Reads what the server sent (`rails/web-push/server/transport.ts`): only texts, and a path of the app. */
export function noticeOf(text: string | undefined, deviceLanguage: string): ShownNotice {
  const { id, title, text: body, path, language } = fieldsOf(text)
  const lang = languages.find((known) => known === language) ?? closestTo(deviceLanguage)
  const isRead = title !== undefined && title !== ''
  return {
    title: isRead ? title : 'Bolsillo',
    options: {
      body: (isRead ? body : undefined) ?? unread[lang] ?? '',
      tag: id ?? 'bolsillo',
      lang,
      icon: '/icon-192.png',
      data: { path: ownPath(path) },
    },
  }
}

function closestTo(deviceLanguage: string): (typeof languages)[number] {
  return languages.find((known) => known.startsWith(deviceLanguage.slice(0, 2))) ?? 'es-ES'
}

function fieldsOf(text: string | undefined): Readonly<Record<string, string | undefined>> {
  try {
    const value: unknown = JSON.parse(text ?? '')
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(Object.entries(value).filter(([, one]) => typeof one === 'string'))
  } catch {
    return {}
  }
}

/** The path a notice opens: a page of the app, whatever was sent. */
export function ownPath(path: unknown): string {
  return typeof path === 'string' && /^\/pages\/[\w/-]+(?:\?[\w.=&%-]*)?$/.test(path) ? path : homePath
}
