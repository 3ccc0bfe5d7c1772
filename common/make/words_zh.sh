# What the scripts of this folder say, in Chinese.
# shellcheck shell=sh disable=SC2034

LANGUAGE=中文
DEVICE_NO_CARD='这台机器没有 NVIDIA 显卡'
DEVICE_NO_NVCC='有显卡，但没有 nvcc：请安装 CUDA 工具包'
DEVICE_NVCC_FAILED='有显卡，但 nvcc 编译一个小程序失败：见 build/probe.log'
DEVICE_NO_KERNEL='显卡没能运行一个小核函数：%s'

DEPS_INSTALLING='正在安装 %s'
DEPS_LACKS='缺少软件包：%s'
DEPS_TYPE='请输入：  %s'
DEPS_ADMIN='如果你没有这个权限，请让这台机器的管理员安装这些软件包。其他的都已经有了。'
DEPS_DEBIAN_NAMES='下面是 Debian 里的名字，它们在本系统里叫什么这里并不知道：%s'
DEPS_WSL='这是 Windows 里的 Linux（WSL）：请在这个窗口里输入。放在 ~/tare 这样的文件夹里比放在 /mnt/c 下面快。'
DEPS_FAILED='apt-get 未能安装 %s。它输出的结尾在上面。'
DEPS_GOING_ON='先不管它们，继续：需要它们的部分会跳过，或者会说明。'

IMAGE_KINDS='IMAGE=%s：镜像有两种，IMAGE=staff 和 IMAGE=student'
IMAGE_ROOT='镜像从一个空的根目录做起，只有 root 能往里面安装软件包。请输入：  %s'
IMAGE_DEBOOTSTRAP='这里没有 debootstrap；在镜像里安装 Debian 要用它。请输入：  apt-get install debootstrap'
IMAGE_MOUNTS='这台机器不让 root 挂载文件系统，容器里通常如此。请在你自己的机器上制作镜像。'
IMAGE_DEBIAN='正在从 %s 获取 Debian；需要几分钟，只做一次。'
IMAGE_FAILED='debootstrap 没能从 %s 安装 Debian；它最后的输出在上面。用 TARE_MIRROR=... 可以指定另一个镜像站。'
IMAGE_BASE='镜像里的软件包是 %s 的版本；要获取更新的，请先删除 build/image/base.tar。'
IMAGE_BUILDS='现在在镜像里构建一切。'
IMAGE_PACKED='%s：%s MB，镜像 %s'
IMAGE_STAFF='这个镜像含有参考答案。只能推送到除教师和评分机器以外谁都读不到的仓库。'
IMAGE_STUDENT='这个镜像不含参考答案，可以公开。'
IMAGE_NEXT='试用：  %s
推送：  %s
然后把它的名字写进 course.toml 的 %s。'

STATE_ok=正常 STATE_missing=缺少 STATE_broken=故障
TO_MEND='修复：       %s'
NAME_system=系统 NAME_tools=工具 NAME_compiler=编译器 NAME_packages=软件包 NAME_toolkit='CUDA 工具包'
NAME_driver=驱动 NAME_card=显卡 NAME_architecture=架构 NAME_kernel=运行核函数
NAME_witness=见证器 NAME_profiler=性能计数器 NAME_sandbox=沙箱 NAME_disk=磁盘
NAME_language=语言 NAME_others=其他程序 NAME_clocks=时钟
SYSTEM_IS='%s，Linux %s，%s，%s 核'
TOOLS_NONE='没有这些命令：%s'
TOOLS_ALL='make 和 bash 都有'
COMPILER_NONE='没有这个编译器：%s'
COMPILER_LAME='有 %s，但它不能编译一个小程序：%s'
NOT_TRIED='没有尝试，因为缺少编译器、工具或软件包'
PACKAGES_UNKNOWN='无法查询软件包列表'
PACKAGES_MISSING='尚未安装：%s'
PACKAGES_LABS='实验所需的都有了；make test 和 make class 以后还需要：%s'
PACKAGES_ALL='实验、make test 和 make class 所需的软件包都有了'
TOOLKIT_NONE='没有 nvcc：实验在主机设备上运行'
TOOLKIT_MEND='安装 CUDA 工具包 11.8 以上：用 NVIDIA 的，或在 Debian 上  apt-get install nvidia-cuda-toolkit'
TOOLKIT_SILENT='nvcc 没有回应'
DRIVER_NONE='无：这台机器没有 NVIDIA 显卡'
DRIVER_SILENT='有显卡，但驱动没有回应'
DRIVER_IS='NVIDIA %s'
CARD_NONE='无：实验在主机设备上运行'
CARD_SILENT='nvidia-smi 没有回应：%s'
ARCH_CPU='主机设备为本机 CPU 编译'
ARCH_UNKNOWN='无法得知显卡的架构：让 nvcc 使用 -arch=native'
ARCH_OLD='显卡是 sm_%s，nvcc 不能为它编译'
ARCH_MEND='安装支持这块显卡的 CUDA 工具包'
ARCH_KNOWN='显卡是 %s，nvcc 能为它编译'
KERNEL_NONE='核函数没有跑起来：%s'
KERNEL_ON_HOST='核函数只在主机设备上运行了，没有在显卡上：%s'
AS_ASKED='按要求'
WITNESS_NOT_NEEDED='不需要：主机设备自己写记录'
WITNESS_NO_BUILD='CUPTI：见证器无法构建：%s'
WITNESS_MEND='apt-get install libcupti-dev（或工具包里的 extras/CUPTI）'
WITNESS_BLIND='CUPTI：见证器什么也没看到：%s'
WITNESS_SEES='CUPTI 可用，见证器看到了一次核函数'
PROFILER_NOT_NEEDED='不需要：这里没有可分析的显卡'
PROFILER_ROOT_ONLY='硬件计数器仅限 root（ERR_NVGPUCTRPERM）；实验并不需要'
PROFILER_OPEN='可以读取硬件计数器'
SANDBOX_NO_BUILD='沙箱无法构建：%s'
SANDBOX_LACKS='只在批改他人的程序时才需要；缺少 %s'
SANDBOX_LEVEL='级别 %s（只在批改他人的程序时才需要）'
DISK_READ_ONLY='此目录不可写'
DISK_FREE='剩余 %s MiB；300 就够'
LANGUAGE_IS='UTF-8，%s'
LANGUAGE_ASCII='没有 UTF-8 语言环境：图用 ASCII 画（%s）'
OTHERS_ON_CARD='其他程序正在使用显卡（进程、显存）：%s'
OTHERS_CARD_MEND='nvidia-smi；等一等，或询问那个程序的使用者'
OTHERS_LOAD='机器繁忙：负载 %s，%s 核，测量会有噪声'
OTHERS_LOAD_MEND='top；等一等，或关掉其他程序'
OTHERS_NONE='没有其他程序：负载 %s，%s 核'
CLOCKS_CARD='SM 当前频率、SM 最高频率、显存频率、温度：%s'
CLOCKS_GOVERNOR='CPU 调频策略：%s'
CLOCKS_UNKNOWN='CPU 不报告它的时钟频率'

HELP_TITLE='Tare：一些 CUDA 程序，每个都报告一个错误的数字。请找出原因。'
HELP_DEVICE='设备'
HELP_SET='设置    DEVICE=auto|gpu|host  LAB=04  TARE_LANG=en|zh  V=1 显示执行的命令'
HELP_learner='学习' HELP_course='测量' HELP_staff='教学与评分' HELP_book='阅读' HELP_developer='开发'
HELP_IN=zh
HELP_NO_GOAL='make：没有目标“%s”；单独输入 make 列出所有目标'
HELP_NO_FILE='make：没有文件“%s”，也没有规则能生成它'
HELP_NEAREST='make：没有目标“%s”；你是想输入 make %s 吗？'
HELP_OWN='你自己的实验放在你自己的文件夹里，从 51 开始编号：
    mkdir -p ../ours
    make new-lab NAME=fused TARE_LABS=../ours
与它们有关的每个目标都加上 TARE_LABS=../ours：lint-lab、check、see、class、student-dist。
详见 docs/book/12-instructor.zh.md 的“自己的实验”。'

LAB_CHECKED='make lab LAB=%s CHECKED=1 会说明原因：核函数是否做了不该做的事'
