import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  title: 'O que avisamos a você',
  why: 'O sino do app sempre tem tudo. Aqui você escolhe o que também chega fora do app. Nunca enviamos publicidade.',
  channels: { email: 'E-mail', push: 'Notificação no celular', sms: 'SMS', whatsapp: 'WhatsApp' },
  noAddress: {
    email: 'Sua conta não tem e-mail',
    phone: 'Sua conta não tem telefone',
    device: 'Nenhum dos seus dispositivos recebe avisos ainda',
  },
  addAddress: 'Adicionar em Segurança',
  addDevice: 'Ativar neste',
  noChannels: 'Aqui não há e-mail, SMS nem notificações: tudo está no sino.',
  topics: {
    security: { name: 'Segurança e identidade', note: 'Entradas, senhas e sua verificação' },
    liquidations: {
      name: 'Liquidações',
      note: 'Quando uma posição se aproxima da liquidação, é liquidada ou reduzida',
    },
    money: { name: 'Depósitos e saques', note: 'O que chega, o que sai e o que espera' },
    orders: { name: 'Compras, vendas e conversões', note: 'Cada ordem executada' },
    alerts: { name: 'Alertas', note: 'Os que você cria' },
    support: { name: 'Ajuda', note: 'Quando respondemos' },
  },
  always: 'Sempre',
  alwaysNote: 'Não dá para desligar: protege sua conta.',
  switchOf: '{topic} por {channel}',
  quiet: {
    title: 'Horas de silêncio',
    note: 'O que acontece nessas horas espera até elas terminarem. Segurança e liquidações não esperam.',
    on: 'Usar horas de silêncio',
    from: 'De',
    to: 'Até',
    zone: 'Fuso horário: {zone}',
    home: 'Cidade do México',
    save: 'Salvar horário',
    saved: 'Horário salvo',
    ended: 'Sem horas de silêncio',
  },
  notice: {
    title: 'Há um aviso na sua conta',
    texts: {
      security: 'Se não foi você, pause sua conta em Segurança.',
      liquidations: 'Abra o app para ver o que aconteceu e por quê.',
      money: 'Abra o app para ver os detalhes.',
      orders: 'Abra o app para ver os detalhes.',
      alerts: '{symbol} chegou a {price}.',
      support: 'Abra o app para ler.',
    },
    alerts: {
      'alerts.fire-volume': '{symbol}: negociados {volume} em cinco minutos.',
      'alerts.fire-funding': '{symbol}: financiamento de {rate}%.',
    },
    summary: { title: 'Você tem {count} avisos', text: 'Chegaram nas suas horas de silêncio. Abra no app.' },
  },
  acts: {
    choose: 'Avisos alterados',
    quiet: 'Horas de silêncio alteradas',
    follow: 'Os avisos começaram a ser seguidos',
  },
  rejections: {
    'notice-channel': 'Esse meio não está disponível aqui.',
    'notice-locked': 'Os avisos de segurança não podem ser desligados.',
    'notice-time': 'Escreva um horário como 22:30.',
    'notice-quiet-empty': 'Escolha dois horários diferentes.',
    'notice-zone': 'Não conhecemos esse fuso horário.',
  },
}
