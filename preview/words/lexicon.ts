import { entries } from './entries';
import type { LexiconEntry } from './entries';
import { things } from './things';

const colours = entries('colour', {
  red: ['red, crimson, scarlet, ruby, vermilion', '빨강, 빨간, 빨갛, 붉은, 붉게, 진홍, 다홍, 새빨간, 적색'],
  orange: ['orange, amber, tangerine, apricot, coral, peach', '주황, 오렌지, 호박색, 살구색, 산호색, 귤색'],
  yellow: ['yellow, lemon, mustard', '노랑, 노란, 노랗, 샛노란, 황색, 레몬색'],
  gold: ['gold, golden, gilded', '금색, 금빛, 황금, 골드'],
  green: ['green, emerald, olive, jade, lime', '초록, 녹색, 연두, 에메랄드, 올리브, 푸릇, 비취'],
  mint: ['mint, turquoise, teal, aqua, cyan', '민트, 청록, 옥색, 터키석, 시안'],
  blue: [
    'blue, azure, navy, cobalt, sapphire, indigo',
    '파랑, 파란, 파랗, 푸른, 푸르, 새파란, 남색, 청색, 하늘색, 군청, 네이비',
  ],
  purple: ['purple, violet, lavender, lilac, magenta, plum', '보라, 보랏빛, 자주, 라벤더, 연보라, 자색, 마젠타'],
  pink: ['pink, fuchsia, salmon', '분홍, 핑크, 연분홍, 장밋빛'],
  brown: ['brown, sepia, chocolate, beige, tan, ochre', '갈색, 밤색, 고동색, 베이지, 황토색, 초콜릿색'],
  white: ['white, ivory, cream, pearl', '하양, 하얀, 하얗, 흰, 흰색, 순백, 새하얀, 아이보리, 크림색'],
  black: ['black, ebony, jet black', '검정, 검은, 까만, 까맣, 새까만, 흑색'],
  grey: ['grey, gray, silver, charcoal', '회색, 은색, 은빛, 잿빛'],
  rainbow: ['rainbow, colorful, colourful, multicolor, iridescent', '무지개, 알록달록, 형형색색, 다채로운, 오색'],
});

const times = entries('time', {
  dawn: ['dawn, sunrise, daybreak, early morning', '새벽, 동틀, 해돋이, 일출, 여명'],
  day: ['morning, noon, daytime, midday, afternoon, day', '아침, 오전, 정오, 한낮, 대낮, 낮, 오후'],
  sunset: ['sunset, golden hour, evening, sundown', '노을, 석양, 일몰, 저녁, 해질녘, 해 질 녘, 해넘이'],
  dusk: ['dusk, twilight, blue hour, gloaming', '황혼, 땅거미, 어스름, 해거름'],
  night: ['night, midnight, nighttime, nocturnal', '밤, 한밤, 심야, 자정, 밤하늘, 야경, 밤바다, 밤거리'],
  spring: ['spring, springtime', '봄, 봄날, 새봄'],
  summer: ['summer, summertime, midsummer', '여름, 한여름'],
  autumn: ['autumn, fall, autumnal', '가을, 늦가을'],
  winter: ['winter, wintertime', '겨울, 한겨울'],
  future: ['future, futuristic, tomorrow', '미래'],
  past: ['ancient, medieval, prehistoric, past', '고대, 중세, 옛날, 과거, 조선시대'],
});

const weather = entries('weather', {
  rain: ['rain, rainy, raining, drizzle, shower, downpour', '비, 빗줄기, 빗속, 소나기, 장마, 비오는, 비내리는, 빗방울'],
  snow: [
    'snow, snowy, snowing, snowfall, blizzard, frost',
    '눈, 함박눈, 눈송이, 눈보라, 눈내리는, 눈 덮인, 눈 쌓인, 첫눈, 설원, 눈덮인, 서리',
  ],
  cloudy: ['cloud, cloudy, overcast', '구름, 흐린, 먹구름, 뭉게구름'],
  fog: ['fog, foggy, mist, misty, haze, hazy', '안개, 물안개, 운무, 자욱한'],
  storm: ['storm, stormy, thunder, lightning, typhoon', '폭풍, 번개, 천둥, 태풍, 폭풍우'],
  sunny: ['sunny, sunshine, clear sky, sunlight, sunbeam', '맑은, 화창한, 햇살, 햇빛, 쨍한, 맑게'],
  wind: ['wind, windy, breeze', '바람, 산들바람, 바람부는'],
  aurora: ['aurora, northern lights', '오로라, 극광'],
});

const styles = entries('style', {
  watercolour: ['watercolor, watercolour, aquarelle', '수채화, 수채, 수채물감'],
  oil: ['oil painting, impasto, impressionist, impressionism, van gogh, monet', '유화, 인상파, 인상주의, 고흐, 모네'],
  ink: ['ink, ink wash, sumi, calligraphy, charcoal drawing', '수묵화, 수묵, 먹, 동양화, 한국화, 민화, 붓글씨, 산수화'],
  line: ['line art, sketch, pencil, drawing, doodle, engraving', '스케치, 연필, 드로잉, 선화, 낙서, 소묘'],
  photo: [
    'photo, photograph, photorealistic, realistic, cinematic, film, 35mm, bokeh',
    '사진, 실사, 사실적, 영화같은, 영화 같은, 시네마틱, 필름, 보케',
  ],
  cartoon: [
    'cartoon, anime, manga, comic, ghibli, illustration, storybook',
    '만화, 애니메이션, 애니, 웹툰, 지브리, 일러스트, 동화, 동화책, 그림책',
  ],
  pixel: ['pixel, pixel art, 8-bit, voxel, low poly', '픽셀, 도트, 픽셀아트, 복셀, 로우폴리'],
  neon: [
    'neon, cyberpunk, synthwave, vaporwave, glitch',
    '네온, 사이버펑크, 신스웨이브, 베이퍼웨이브, 글리치, 네온사인',
  ],
  retro: ['retro, vintage, nostalgic, film grain, old photo', '레트로, 빈티지, 복고, 옛날 사진, 뉴트로'],
  minimal: ['minimal, minimalist, simple, clean, flat', '미니멀, 단순한, 간결한, 심플, 깔끔한, 플랫'],
  abstract: [
    'abstract, surreal, surrealism, geometric, cubism, pattern, fractal',
    '추상, 추상화, 초현실, 기하학, 입체파, 무늬, 패턴',
  ],
  render: ['3d, 3d render, render, isometric, clay', '3d, 렌더링, 입체, 아이소메트릭, 클레이'],
  poster: ['poster, logo, album cover, pop art, collage', '포스터, 로고, 앨범 커버, 팝아트, 콜라주'],
});

const moods = entries('mood', {
  calm: [
    'calm, peaceful, serene, quiet, tranquil, gentle, cozy, cosy, relaxing, lonely',
    '고요한, 고요, 평화, 평온, 잔잔한, 조용한, 차분한, 아늑한, 편안한, 한적한, 고즈넉, 포근한',
  ],
  dreamy: [
    'dreamy, dreamlike, fantasy, magical, ethereal, mystical, whimsical, fairy tale, enchanted',
    '몽환, 꿈같은, 꿈결, 꿈, 환상, 신비, 마법, 판타지, 동화같은, 꿈꾸는',
  ],
  dark: [
    'dark, gloomy, moody, scary, spooky, horror, mysterious, ominous, gothic, eerie',
    '어두운, 어둡, 우울, 무서운, 공포, 음산, 으스스, 음침한, 쓸쓸한, 쓸쓸, 외로운, 외롭',
  ],
  lively: [
    'lively, energetic, vibrant, bright, happy, joyful, cheerful, dynamic, fun, festive, vivid, playful',
    '활기, 생동감, 밝은, 행복, 즐거운, 신나는, 역동, 경쾌, 축제, 선명한, 귀여운, 발랄',
  ],
  warm: [
    'warm, romantic, tender, love, lovely, sweet',
    '따뜻한, 따스한, 낭만, 로맨틱, 사랑, 사랑스러운, 달콤한, 훈훈한, 정겨운',
  ],
  cold: ['cold, cool, icy, frozen, chilly', '차가운, 시원한, 서늘한, 얼어붙은, 추운, 청량한'],
  grand: [
    'epic, grand, majestic, dramatic, vast, huge, powerful',
    '웅장, 장엄, 광활한, 거대한, 드라마틱, 극적인, 압도적',
  ],
  sad: ['sad, melancholy, melancholic, wistful, nostalgia', '슬픈, 애잔한, 그리운, 그리움, 아련한, 서글픈'],
});

/** The words that painting and grouping know, in English and Korean: what is grouped as a colour is painted in it. */
export const lexicon: readonly LexiconEntry[] = [...colours, ...times, ...weather, ...things, ...styles, ...moods];
