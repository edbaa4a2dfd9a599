// verbatim-cuda-device: half-precision operations on a GPU, for the oracle of harness/oracle/cuda_device.cpp. A program of
// its own, so that verbatim itself needs neither a driver nor CUDA's libraries.
//
// It is asked on standard input, in one line, for a function and a mode, with `saturate` behind where that is wanted:
//   f32_to_e5m2 ties-even saturate
// and answers in one line, `ok NVIDIA H200, driver 13000, runtime 13000` or `no REASON`. Then come blocks: a
// little-endian 64-bit count and the operand columns, each one whole; each is answered by the column of results. A count
// of 0, or the end of input, ends it.
//
// Functions of cuda_fp16.h, cuda_bf16.h and cuda_fp8.h (NVIDIA, "CUDA Math API"), in their _rn forms where there are any,
// which the compiler may not contract.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr std::uint64_t chunk_cases = std::uint64_t{1} << 24;
constexpr unsigned threads = 256;

__device__ __half half_of(std::uint16_t bits) { return __ushort_as_half(bits); }
__device__ __nv_bfloat16 bfloat_of(std::uint16_t bits) { return __ushort_as_bfloat16(bits); }
__device__ float single_of(std::uint32_t bits) { return __uint_as_float(bits); }
__device__ std::uint16_t bits_of(__half value) { return __half_as_ushort(value); }
__device__ std::uint16_t bits_of(__nv_bfloat16 value) { return __bfloat16_as_ushort(value); }
__device__ std::uint32_t bits_of(float value) { return __float_as_uint(value); }
__device__ std::uint8_t bits_of(__nv_fp8_storage_t value) { return value; }

#define VERBATIM_DEVICE(NAME, FROM, TO, EXPRESSION)   \
  struct NAME {                                       \
    using from = FROM;                                \
    using to = TO;                                    \
    static __device__ to of(from x, from y, from z) { \
      (void)x, (void)y, (void)z;                      \
      return bits_of(EXPRESSION);                     \
    }                                                 \
  };
#define VERBATIM_HALF(NAME, EXPRESSION) VERBATIM_DEVICE(NAME, std::uint16_t, std::uint16_t, EXPRESSION)
#define VERBATIM_NARROW(NAME, TO, EXPRESSION) VERBATIM_DEVICE(NAME, std::uint32_t, TO, EXPRESSION)

VERBATIM_HALF(f16_add, __hadd_rn(half_of(x), half_of(y)))
VERBATIM_HALF(f16_sub, __hsub_rn(half_of(x), half_of(y)))
VERBATIM_HALF(f16_mul, __hmul_rn(half_of(x), half_of(y)))
VERBATIM_HALF(f16_div, __hdiv(half_of(x), half_of(y)))
VERBATIM_HALF(f16_sqrt, hsqrt(half_of(x)))
VERBATIM_HALF(f16_fma, __hfma(half_of(x), half_of(y), half_of(z)))
VERBATIM_HALF(bf16_add, __hadd_rn(bfloat_of(x), bfloat_of(y)))
VERBATIM_HALF(bf16_sub, __hsub_rn(bfloat_of(x), bfloat_of(y)))
VERBATIM_HALF(bf16_mul, __hmul_rn(bfloat_of(x), bfloat_of(y)))
VERBATIM_HALF(bf16_fma, __hfma(bfloat_of(x), bfloat_of(y), bfloat_of(z)))
VERBATIM_DEVICE(f16_widen, std::uint16_t, std::uint32_t, __half2float(half_of(x)))
VERBATIM_NARROW(f16_even, std::uint16_t, __float2half_rn(single_of(x)))
VERBATIM_NARROW(f16_zero, std::uint16_t, __float2half_rz(single_of(x)))
VERBATIM_NARROW(f16_up, std::uint16_t, __float2half_ru(single_of(x)))
VERBATIM_NARROW(f16_down, std::uint16_t, __float2half_rd(single_of(x)))
VERBATIM_NARROW(bf16_even, std::uint16_t, __float2bfloat16_rn(single_of(x)))
VERBATIM_NARROW(bf16_zero, std::uint16_t, __float2bfloat16_rz(single_of(x)))
VERBATIM_NARROW(bf16_up, std::uint16_t, __float2bfloat16_ru(single_of(x)))
VERBATIM_NARROW(bf16_down, std::uint16_t, __float2bfloat16_rd(single_of(x)))
VERBATIM_NARROW(e4m3, std::uint8_t, __nv_cvt_float_to_fp8(single_of(x), __NV_NOSAT, __NV_E4M3))
VERBATIM_NARROW(e4m3_saturating, std::uint8_t, __nv_cvt_float_to_fp8(single_of(x), __NV_SATFINITE, __NV_E4M3))
VERBATIM_NARROW(e5m2, std::uint8_t, __nv_cvt_float_to_fp8(single_of(x), __NV_NOSAT, __NV_E5M2))
VERBATIM_NARROW(e5m2_saturating, std::uint8_t, __nv_cvt_float_to_fp8(single_of(x), __NV_SATFINITE, __NV_E5M2))

template <class Operation>
__global__ void each_case(const typename Operation::from* x, const typename Operation::from* y,
                          const typename Operation::from* z, typename Operation::to* out, std::uint64_t count) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) out[i] = Operation::of(x[i], y[i], z[i]);
}

template <class Operation>
void launch(void* const* columns, void* out, std::uint64_t count) {
  using from = const typename Operation::from*;
  const auto blocks = static_cast<unsigned>((count + threads - 1) / threads);
  each_case<Operation><<<blocks, threads>>>(static_cast<from>(columns[0]), static_cast<from>(columns[1]),
                                            static_cast<from>(columns[2]), static_cast<typename Operation::to*>(out),
                                            count);
}

struct operation {
  const char* asked;  // as in the first line
  int operands;
  std::size_t operand_bytes;
  std::size_t result_bytes;
  void (*launch)(void* const* columns, void* out, std::uint64_t count);
};

template <class Operation>
constexpr operation of(const char* asked, int operands) {
  return {asked, operands, sizeof(typename Operation::from), sizeof(typename Operation::to), launch<Operation>};
}

constexpr operation operations[] = {
    of<f16_add>("f16_add ties-even", 2),
    of<f16_sub>("f16_sub ties-even", 2),
    of<f16_mul>("f16_mul ties-even", 2),
    of<f16_div>("f16_div ties-even", 2),
    of<f16_sqrt>("f16_sqrt ties-even", 1),
    of<f16_fma>("f16_mulAdd ties-even", 3),
    of<bf16_add>("bf16_add ties-even", 2),
    of<bf16_sub>("bf16_sub ties-even", 2),
    of<bf16_mul>("bf16_mul ties-even", 2),
    of<bf16_fma>("bf16_mulAdd ties-even", 3),
    of<f16_widen>("f16_to_f32 ties-even", 1),
    of<f16_even>("f32_to_f16 ties-even", 1),
    of<f16_zero>("f32_to_f16 zero", 1),
    of<f16_up>("f32_to_f16 up", 1),
    of<f16_down>("f32_to_f16 down", 1),
    of<bf16_even>("f32_to_bf16 ties-even", 1),
    of<bf16_zero>("f32_to_bf16 zero", 1),
    of<bf16_up>("f32_to_bf16 up", 1),
    of<bf16_down>("f32_to_bf16 down", 1),
    of<e4m3>("f32_to_e4m3fn ties-even", 1),
    of<e4m3_saturating>("f32_to_e4m3fn ties-even saturate", 1),
    of<e5m2>("f32_to_e5m2 ties-even", 1),
    of<e5m2_saturating>("f32_to_e5m2 ties-even saturate", 1),
};

// False at the end of input.
bool read_all(void* to, std::size_t bytes) {
  auto* at = static_cast<char*>(to);
  while (bytes != 0) {
    const ssize_t got = ::read(STDIN_FILENO, at, bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    bytes -= static_cast<std::size_t>(got);
  }
  return true;
}

bool write_all(const void* from, std::size_t bytes) {
  const auto* at = static_cast<const char*>(from);
  while (bytes != 0) {
    const ssize_t put = ::write(STDOUT_FILENO, at, bytes);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    at += put;
    bytes -= static_cast<std::size_t>(put);
  }
  return true;
}

bool say(const std::string& line) { return write_all((line + "\n").data(), line.size() + 1); }

std::string read_line() {
  std::string line;
  char one = 0;
  while (line.size() < 200 && read_all(&one, 1) && one != '\n') line += one;
  return line;
}

bool worked(cudaError_t result) {
  if (result == cudaSuccess) return true;
  std::fprintf(stderr, "verbatim-cuda-device: %s\n", cudaGetErrorString(result));
  return false;
}

// Device memory for one chunk, kept for all.
struct buffers {
  void* columns[3] = {};
  void* results = nullptr;
  std::uint64_t cases = 0;
};

bool make_room(buffers& held, const operation& one, std::uint64_t cases) {
  if (cases <= held.cases) return true;
  for (void*& each : held.columns) {
    if (!worked(cudaFree(each))) return false;
    each = nullptr;
  }
  if (!worked(cudaFree(held.results))) return false;
  held.results = nullptr;
  for (int i = 0; i < one.operands; ++i)
    if (!worked(cudaMalloc(&held.columns[i], cases * one.operand_bytes))) return false;
  // A kernel reads three columns: those it doesn't need are the first again.
  held.cases = cases;
  return worked(cudaMalloc(&held.results, cases * one.result_bytes));
}

bool answer_block(const operation& one, buffers& held, std::uint64_t count) {
  const auto operands = static_cast<std::size_t>(one.operands);
  std::vector<unsigned char> columns(operands * count * one.operand_bytes);
  if (!read_all(columns.data(), columns.size())) return false;
  std::vector<unsigned char> results(count * one.result_bytes);
  for (std::uint64_t first = 0; first < count; first += chunk_cases) {
    const std::uint64_t cases = count - first < chunk_cases ? count - first : chunk_cases;
    if (!make_room(held, one, cases)) return false;
    void* all[3] = {held.columns[0], held.columns[0], held.columns[0]};
    for (std::size_t i = 0; i < operands; ++i) {
      all[i] = held.columns[i];
      if (!worked(cudaMemcpy(all[i], columns.data() + (i * count + first) * one.operand_bytes,
                             cases * one.operand_bytes, cudaMemcpyHostToDevice)))
        return false;
    }
    one.launch(all, held.results, cases);
    if (!worked(cudaGetLastError()) || !worked(cudaMemcpy(results.data() + first * one.result_bytes, held.results,
                                                          cases * one.result_bytes, cudaMemcpyDeviceToHost)))
      return false;
  }
  return write_all(results.data(), results.size());
}

// The line that says which device answers, or why none does. One case is computed, for a device that this program has no
// code for is seen only then.
std::string greeting(const operation& one, buffers& held) {
  int driver = 0;
  cudaError_t result = cudaDriverGetVersion(&driver);
  if (result == cudaSuccess && driver == 0) return "no there is no NVIDIA driver";
  int devices = 0;
  if (result == cudaSuccess) result = cudaGetDeviceCount(&devices);
  if (result == cudaSuccess && devices == 0) result = cudaErrorNoDevice;
  cudaDeviceProp about{};
  int runtime = 0;
  if (result == cudaSuccess) result = cudaGetDeviceProperties(&about, 0);
  if (result == cudaSuccess) result = cudaRuntimeGetVersion(&runtime);
  if (result != cudaSuccess) return std::string("no ") + cudaGetErrorString(result);
  if (!make_room(held, one, 1)) return "no the GPU has no memory left";
  void* const all[3] = {held.columns[0], held.columns[one.operands > 1 ? 1 : 0],
                        held.columns[one.operands > 2 ? 2 : 0]};
  result = cudaMemset(held.columns[0], 0, one.operand_bytes);
  one.launch(all, held.results, 1);
  if (result == cudaSuccess) result = cudaGetLastError();
  if (result == cudaSuccess) result = cudaDeviceSynchronize();
  if (result != cudaSuccess) return std::string("no ") + cudaGetErrorString(result);
  return std::string("ok ") + about.name + ", driver " + std::to_string(driver) + ", runtime " +
         std::to_string(runtime);
}

}  // namespace

int main() {
  const std::string asked = read_line();
  const operation* one = nullptr;
  for (const operation& each : operations)
    if (asked == each.asked) one = &each;
  if (one == nullptr) {
    say("no there is no function '" + asked + "'");
    return 2;
  }
  buffers held;
  const std::string line = greeting(*one, held);
  if (!say(line)) return 3;
  if (line.compare(0, 3, "ok ") != 0) return 3;
  std::uint64_t count = 0;
  while (read_all(&count, sizeof count) && count != 0)
    if (!answer_block(*one, held, count)) return 3;
  return 0;
}
