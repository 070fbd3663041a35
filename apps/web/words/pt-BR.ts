import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  ribbon: 'Mercado de prática — preços simulados',
  ribbonReplay: 'Mercado de prática — preços gravados',
  offline: 'Sem conexão. O que você vê pode estar desatualizado.',
  loading: 'Carregando',
  pageFailed: 'Não conseguimos abrir esta página.',
  pageFailedWhy: 'Nada foi alterado na sua conta. Verifique sua conexão e tente de novo.',
  retry: 'Tentar de novo',
  notFound: 'Esta página não existe.',
  goHome: 'Ir para Início',
  sessionEnded: 'Sua sessão terminou. Entre de novo para continuar.',
}
