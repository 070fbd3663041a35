import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  titles: { privacy: 'Aviso de privacidade', disclaimer: 'Aviso de riscos' },
  version: 'Versão {version}',
  since: 'Em vigor desde',
  missingTitle: 'Este documento está incompleto',
  acts: { accept: 'Documento aceito' },
  missing: 'A empresa ainda não preencheu: {facts}.',
  history: 'O que cada versão mudou',
  first: 'Esta é a primeira versão. Quando mudar, aqui se diz o quê.',
  changed: 'Agora {label}: {value}',
  yours: 'O que você aceitou',
  accepted: 'Você aceitou a versão {version} em',
  never: 'Você ainda não aceitou uma versão com número.',
  news: 'O que mudou desde que você aceitou',
  accept: 'Aceitar a versão {version}',
  thanks: 'Ficou registrado que você a aceitou.',
  sheetTitle: 'Um documento mudou',
  later: 'Agora não',
  read: 'Ler por inteiro',
  free: 'Aceitando ou não, sua conta segue igual: você pode vender, sacar e entrar.',
  rejections: {
    'document-changed': 'O documento mudou enquanto você lia. Leia a versão nova e aceite-a.',
  },
}
