/** The shell's own words: frame, tabs, drawer, and the pages that compose rooms. */
export const messages = {
  ribbon: 'Mercado de práctica — precios simulados',
  ribbonReplay: 'Mercado de práctica — precios grabados',
  offline: 'Sin conexión. Lo que ves puede no estar al día.',
  loading: 'Cargando',
  pageFailed: 'No pudimos abrir esta página.',
  pageFailedWhy: 'No se hizo ningún cambio en tu cuenta. Revisa tu conexión e inténtalo otra vez.',
  retry: 'Reintentar',
  notFound: 'Esta página no existe.',
  goHome: 'Ir a Inicio',
  sessionEnded: 'Tu sesión terminó. Entra otra vez para seguir.',
}

/** Every language has exactly these keys. */
export type Messages = typeof messages
