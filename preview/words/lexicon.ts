/**
 * The words the offline preview and the offline analysis know, in English and Korean. One list serves both, so that
 * what is grouped under 'colour' is also what is painted in that colour.
 */
export type WordGroup = 'subject' | 'style' | 'colour' | 'place' | 'mood' | 'time' | 'weather';

export interface LexiconEntry {
  group: WordGroup;
  /** What the painter knows it by. */
  tag: string;
  /** Singular nouns, plain adjectives, or phrases of two or three words. */
  en: string[];
  /**
   * Words without particles. One of two syllables or more also fits a longer word that begins with it; a single
   * syllable fits only by itself, since it begins too many others.
   */
  ko: string[];
}

function entries(group: WordGroup, words: Record<string, [en: string, ko: string]>): LexiconEntry[] {
  return Object.entries(words).map(([tag, [en, ko]]) => ({
    group,
    tag,
    en: en.split(',').map((word) => word.trim()),
    ko: ko.split(',').map((word) => word.trim()),
  }));
}

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
    '눈, 함박눈, 눈송이, 눈보라, 눈내리는, 첫눈, 설원, 눈덮인, 서리',
  ],
  cloudy: ['cloud, cloudy, overcast', '구름, 흐린, 먹구름, 뭉게구름'],
  fog: ['fog, foggy, mist, misty, haze, hazy', '안개, 물안개, 운무, 자욱한'],
  storm: ['storm, stormy, thunder, lightning, typhoon', '폭풍, 번개, 천둥, 태풍, 폭풍우'],
  sunny: ['sunny, sunshine, clear sky, sunlight, sunbeam', '맑은, 화창한, 햇살, 햇빛, 쨍한, 맑게'],
  wind: ['wind, windy, breeze', '바람, 산들바람, 바람부는'],
  aurora: ['aurora, northern lights', '오로라, 극광'],
});

const places = entries('place', {
  mountain: [
    'mountain, hill, peak, cliff, canyon, valley, alps, volcano',
    '산, 산맥, 산속, 산봉우리, 언덕, 절벽, 협곡, 계곡, 봉우리, 화산, 설산, 한라산, 백두산, 산길',
  ],
  sea: [
    'sea, ocean, beach, coast, wave, shore, island, seaside, harbor, harbour',
    '바다, 바닷가, 해변, 해안, 파도, 섬, 항구, 백사장, 밤바다, 제주, 부둣가, 바닷속, 등대',
  ],
  water: [
    'lake, river, pond, stream, waterfall, waterway, creek, reflection',
    '호수, 강, 강가, 강변, 연못, 시냇물, 개울, 폭포, 물길, 한강, 냇가, 호숫가',
  ],
  city: [
    'city, street, downtown, skyline, skyscraper, building, urban, alley, town, metropolis, rooftop, seoul, tokyo, new york, paris',
    '도시, 거리, 골목, 빌딩, 건물, 시내, 도심, 마천루, 서울, 부산, 밤거리, 야경, 옥상, 골목길, 도쿄, 뉴욕, 파리, 마을',
  ],
  forest: [
    'forest, wood, woods, jungle, grove, tree, pine, bamboo',
    '숲, 숲속, 정글, 밀림, 나무, 소나무, 대나무, 숲길, 자작나무, 수풀',
  ],
  field: [
    'field, meadow, grassland, farm, prairie, garden, park, countryside, lawn, grass',
    '들판, 초원, 밭, 논, 농장, 정원, 공원, 잔디, 시골, 풀밭, 들, 평원, 목장, 꽃밭',
  ],
  desert: ['desert, dune, sand, sahara', '사막, 모래, 모래언덕, 사하라, 오아시스'],
  space: [
    'space, galaxy, planet, universe, cosmos, nebula, outer space, star, starry, milky way',
    '우주, 은하, 은하수, 행성, 성운, 별, 별빛, 별밤, 별하늘',
  ],
  indoor: [
    'room, house, home, cafe, kitchen, library, studio, interior, bedroom, office, museum, school',
    '방, 방안, 집, 카페, 부엌, 주방, 도서관, 실내, 침실, 교실, 작업실, 미술관, 사무실, 창가, 학교',
  ],
  sky: ['sky, heaven', '하늘, 창공'],
  underwater: ['underwater, coral reef, deep sea', '바닷속, 물속, 심해, 산호초, 수중'],
});

const subjects = entries('subject', {
  portrait: [
    'portrait, person, woman, man, girl, boy, face, people, child, lady, king, queen, princess, knight, dancer, selfie, human, grandmother, grandfather, wizard, astronaut, fisherman, hero, warrior',
    '초상화, 인물, 사람, 여자, 남자, 소녀, 소년, 얼굴, 아이, 여인, 공주, 왕자, 기사, 여왕, 할머니, 할아버지, 아기, 친구, 가족, 무용수, 엄마, 아빠, 마법사, 영웅, 우주비행사, 우주인',
  ],
  cat: ['cat, kitten, kitty, tiger, lion, leopard', '고양이, 냥이, 새끼고양이, 호랑이, 사자, 아기고양이, 표범'],
  dog: ['dog, puppy, wolf, fox, corgi, retriever', '강아지, 개, 늑대, 여우, 멍멍이, 웰시코기, 진돗개'],
  bird: [
    'bird, eagle, owl, crane, swan, seagull, parrot, penguin, sparrow, dove',
    '새, 새들, 독수리, 부엉이, 두루미, 학, 백조, 갈매기, 앵무새, 참새, 비둘기, 철새',
  ],
  fish: [
    'fish, whale, dolphin, shark, turtle, jellyfish, goldfish',
    '물고기, 고래, 돌고래, 상어, 거북이, 해파리, 금붕어',
  ],
  animal: [
    'horse, deer, rabbit, bear, elephant, animal, cow, sheep, panda, dragon, unicorn, squirrel, giraffe',
    '말, 사슴, 토끼, 곰, 코끼리, 동물, 소, 양, 판다, 용, 유니콘, 다람쥐, 기린',
  ],
  flower: [
    'flower, rose, tulip, cherry blossom, blossom, bouquet, sunflower, lotus, daisy, petal, bloom, orchid',
    '꽃, 꽃잎, 장미, 튤립, 벚꽃, 해바라기, 연꽃, 꽃다발, 코스모스, 진달래, 매화, 꽃길, 들꽃, 유채꽃, 무궁화, 동백',
  ],
  boat: ['boat, ship, sailboat, yacht, canoe, ferry', '배, 돛단배, 요트, 나룻배, 조각배, 여객선'],
  moon: ['moon, moonlight, crescent, full moon', '달, 달빛, 보름달, 초승달, 달밤'],
  sun: ['sun', '해, 태양'],
  building: [
    'castle, palace, temple, tower, bridge, church, lighthouse, pagoda, cottage, cabin, hanok, windmill, ruin',
    '성, 궁, 궁전, 경복궁, 사원, 절, 탑, 다리, 교회, 등대, 한옥, 오두막, 기와집, 초가집, 풍차, 폐허',
  ],
  car: [
    'car, train, bicycle, bike, motorcycle, bus, tram, truck, taxi',
    '자동차, 기차, 자전거, 오토바이, 버스, 전차, 트럭, 택시',
  ],
  balloon: ['airplane, plane, balloon, hot air balloon, airship', '비행기, 열기구, 풍선, 비행선'],
  rocket: ['rocket, spaceship, spacecraft, ufo', '로켓, 우주선'],
  food: [
    'food, cake, coffee, bread, fruit, apple, ice cream, ramen, pizza, tea, wine, strawberry',
    '음식, 케이크, 커피, 빵, 과일, 사과, 아이스크림, 라면, 피자, 차, 와인, 떡볶이, 김치, 비빔밥, 딸기, 디저트',
  ],
  robot: ['robot, android, cyborg, machine, mecha', '로봇, 안드로이드, 사이보그, 기계'],
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

export const lexicon: readonly LexiconEntry[] = [
  ...colours,
  ...times,
  ...weather,
  ...places,
  ...subjects,
  ...styles,
  ...moods,
];
